import { fileURLToPath } from 'node:url'
import { npmPackage } from './engine-cache.ts'
import { type RunningEngine, startEngine } from './start-engine.ts'

const server = fileURLToPath(new URL('./chdb-server.mjs', import.meta.url))

/** ClickHouse 26.7 (npm `chdb`) behind our own HTTP server; user `default`, password `secret`. `port`: one that such a server had. */
export async function startClickhouse(port?: number): Promise<RunningEngine> {
  const folder = await npmPackage('chdb', '3.4.0')
  return await startEngine('clickhouse', {
    command: (port, data) => ({
      program: process.execPath,
      args: [server, folder, String(port), `${data}/data`],
    }),
    readyPath: '/ping',
    port,
  })
}
