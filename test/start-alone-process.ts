import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { StartAlone } from '#server/worker/alone-runs.ts'

const file = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

/** How a test worker starts the separate process of a run; `settings` is JSON text. */
export function startAloneProcess(databaseUrl: string, settings: string): StartAlone {
  return (handed) =>
    spawn(process.execPath, [file, databaseUrl, settings, JSON.stringify(handed)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
}
