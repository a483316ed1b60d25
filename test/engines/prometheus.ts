import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianPackage } from './engine-cache.ts'
import { type RunningEngine, startEngine } from './start-engine.ts'

/** Prometheus of Debian, which watches itself. */
export async function startPrometheus(): Promise<RunningEngine> {
  const folder = await debianPackage('prometheus')
  return await startEngine('prometheus', {
    command(port, data) {
      const config = join(data, 'prometheus.yml')
      writeFileSync(
        config,
        `global: { scrape_interval: 1s }
scrape_configs: [{ job_name: own, static_configs: [{ targets: ['127.0.0.1:${port}'] }] }]`,
      )
      const args = [
        ...[`--config.file=${config}`, `--storage.tsdb.path=${join(data, 'data')}`],
        ...[`--web.listen-address=127.0.0.1:${port}`, '--log.level=error'],
      ]
      return { program: join(folder, 'usr/bin/prometheus'), args }
    },
    readyPath: '/-/ready',
  })
}
