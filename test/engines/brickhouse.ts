import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type PythonEnvironment, pythonEnvironment } from './engine-cache.ts'
import { type RunningEngine, startEngine } from './start-engine.ts'

const version = '0.1.0'

/** brickhouse, which speaks the API of Databricks that runs statements; or why this machine cannot have it. */
export function brickhouseEnvironment(): Promise<PythonEnvironment | string> {
  return pythonEnvironment('brickhouse', version, [`brickhouse==${version}`])
}

export interface Brickhouse extends RunningEngine {
  /** id of its SQL warehouse */
  warehouse: string
}

/** A workspace with a SQL warehouse. Any token will do. */
export async function brickhouse(environment: PythonEnvironment | string): Promise<Brickhouse> {
  if (typeof environment === 'string') throw new Error(environment)
  const { python } = environment
  const engine = await startEngine('brickhouse', {
    command: (port, folder) => {
      const workspace = join(folder, 'workspace')
      const made = spawnSync(python, ['-m', 'brickhouse', 'init', '--workspace', workspace])
      if (made.status !== 0) throw new Error(`brickhouse: ${made.stderr}`)
      const place = ['--workspace', workspace, '--host', '127.0.0.1', '--port', String(port)]
      return { program: python, args: ['-m', 'brickhouse', 'serve', ...place] }
    },
    readyPath: '/health',
  })
  const reply = await fetch(`${engine.url}/api/2.0/sql/warehouses`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'sextant', cluster_size: 'Small', warehouse_type: 'PRO' }),
  })
  const { id } = (await reply.json()) as { id: string }
  return { ...engine, warehouse: id }
}
