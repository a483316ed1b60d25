import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectorHost } from '../connector.ts'
import { type EngineSession, openEngineProcess } from '../engine-process.ts'
import type { TableSubject } from './results-child.ts'
import { makeSpillFolder, spillMegabytes } from './spill-folder.ts'

export interface TableEngine {
  engine: EngineSession
  /** for the Parquet files of a run, if the engine may open any */
  objects: string
  close(): Promise<void>
}

/** DuckDB over lent tables; it has a folder of its own for what does not fit into memory. `reader`: named in refusals. */
export async function openTableEngine(
  host: ConnectorHost,
  reader: string,
  signal: AbortSignal,
  opensObjects = false,
): Promise<TableEngine> {
  const folder = await makeSpillFolder(host)
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
  const objects = join(folder, 'objects')
  const subject: TableSubject = {
    ...{ folder, megabytes: spillMegabytes(host), reader },
    ...(opensObjects && { objects }),
  }
  const program = {
    child: new URL('./results-child.ts', import.meta.url),
    ...{ path: ':memory:', subject: JSON.stringify(subject), packages: ['@duckdb'], isNative: true, host },
  }
  try {
    const engine = await openEngineProcess(program, signal)
    return {
      engine,
      objects,
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
