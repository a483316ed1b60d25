import { rm } from 'node:fs/promises'
import type { ConnectorHost } from '../connector.ts'
import { type EngineSession, openEngineProcess } from '../engine-process.ts'
import type { TableSubject } from './results-child.ts'
import { makeSpillFolder, spillMegabytes } from './spill-folder.ts'

/** DuckDB over lent tables; it has a folder of its own for what does not fit into memory. `reader`: named in refusals. */
export async function openTableEngine(
  host: ConnectorHost,
  reader: string,
  signal: AbortSignal,
): Promise<{ engine: EngineSession; close(): Promise<void> }> {
  const folder = await makeSpillFolder(host)
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
  const subject: TableSubject = { folder, megabytes: spillMegabytes(host), reader }
  const program = {
    child: new URL('./results-child.ts', import.meta.url),
    ...{ path: ':memory:', subject: JSON.stringify(subject), packages: ['@duckdb'], isNative: true, host },
  }
  try {
    const engine = await openEngineProcess(program, signal)
    return {
      engine,
      async close() {
        await engine.close()
        await removeFolder()
      },
    }
  } catch (error) {
    await removeFolder()
    throw error
  }
}
