import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../test-postgres.ts'
import { debianPackage } from './engine-cache.ts'
import { type RunningEngine, startEngine } from './start-engine.ts'

/** InfluxDB 1.6 of Debian, which asks for an account once there is an admin. */
export async function startInfluxdb(): Promise<RunningEngine> {
  const folder = await debianPackage('influxdb')
  const rpcPort = await freePort()
  return await startEngine('influxdb', {
    command(port, data) {
      const config = join(data, 'influxdb.conf')
      writeFileSync(
        config,
        `reporting-disabled = true
bind-address = "127.0.0.1:${rpcPort}"
[meta]
  dir = "${data}/meta"
[data]
  dir = "${data}/data"
  wal-dir = "${data}/wal"
[http]
  bind-address = "127.0.0.1:${port}"
  auth-enabled = true
  log-enabled = false
`,
      )
      return { program: join(folder, 'usr/bin/influxd'), args: ['-config', config] }
    },
    readyPath: '/ping',
  })
}
