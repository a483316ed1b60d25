import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Config } from '#server/kernel/config/config.ts'
import type { StartAlone } from '#server/worker/alone-runs.ts'

const file = fileURLToPath(new URL('./worker-process.ts', import.meta.url))
/** stripping and compiling two thousand modules takes longer than all that most of these processes do */
const compiled = fileURLToPath(new URL('../.cache/compiled-tests', import.meta.url))
const env = () => ({ ...process.env, NODE_COMPILE_CACHE: compiled })

/** How a test worker starts the separate process of a run; `settings` is JSON text. */
export function startAloneProcess(databaseUrl: string, settings: string): StartAlone {
  return (handed) =>
    spawn(process.execPath, [file, databaseUrl, settings, JSON.stringify(handed)], {
      ...{ env: env(), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    })
}

/** A worker as a separate process, ready to take jobs. The test ends it. */
export async function startWorkerProcess(
  databaseUrl: string,
  settings: Partial<Config>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file, databaseUrl, JSON.stringify(settings)], {
    ...{ env: env(), stdio: ['ignore', 'pipe', 'inherit'] },
  })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}
