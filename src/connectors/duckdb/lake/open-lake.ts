import { mkdir, rm } from 'node:fs/promises'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isSignificant, scanSql } from '#shared/sql/scan-sql.ts'
import type { ConnectorHost } from '../../connector.ts'
import { QueryFailed } from '../../connector-errors.ts'
import { type EngineSession, openEngineProcess } from '../../engine-process.ts'
import { duckdbDialect } from '../duckdb-dialect.ts'
import { spillMegabytes } from '../spill-folder.ts'
import { openTableEngine } from '../table-engine.ts'
import type { LakeOptions } from './lake-options.ts'
import { schemaOfLake } from './lake-schema.ts'
import { type LakeTable, type LogTable, listObjects, tablesOf } from './lake-tables.ts'
import { lendTable } from './lend-lake.ts'
import type { LakeRun, LentLake } from './lend-parquet.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'
import { openStore } from './open-store.ts'
import { runRoom } from './run-room.ts'

/** The folder of a data source in a session. */
export interface Lake {
  /** reads the first page of its list */
  ping(signal: AbortSignal): Promise<void>
  schema(given: LakeUse & { engine: EngineSession }): Promise<SchemaTable[]>
  /** the tables that the text names */
  lend(given: LakeUse & { text: string }): Promise<LentLake[]>
  close(): Promise<void>
}

interface LakeUse {
  /** names of tables that are taken */
  uploads: readonly string[]
  /** for its files; what an earlier run has left there is deleted */
  folder: string
  signal: AbortSignal
}

/** DuckDB takes each `name=value` in the path of a file for a partition, also what lies above the folder. */
function requirePlainPath(folder: string): void {
  if (folder.includes('='))
    throw new QueryFailed(
      'Folders in a bucket cannot be read while the path of the data folder of Sextant contains "=". Ask your operator to move it.',
    )
}

export function openLake(options: LakeOptions, host: ConnectorHost): Lake {
  let store: Promise<ObjectStore> | null = null
  const current = () => {
    store ??= openStore(options, host)
    return store
  }
  let reader: Promise<EngineSession> | null = null
  const begin = async ({ folder, signal }: LakeUse, listed: readonly StoredObject[]): Promise<LakeRun> => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const open = () => {
      reader ??= openEngineProcess(
        {
          child: new URL('./lake-child.ts', import.meta.url),
          ...{ path: ':memory:', packages: ['csv-parse'], isNative: false, host },
        },
        signal,
      )
      return reader
    }
    return {
      ...{ files: await current(), store: options.store, folder, signal, reader: open },
      objects: new Map(listed.map((object) => [object.key, object])),
      room: runRoom(spillMegabytes(host)),
      openEngine: () => openTableEngine(host, 'Files', signal, true),
    }
  }
  const list = async ({ signal }: LakeUse) => await listObjects(await current(), options.prefix, signal)
  const find = ({ uploads }: LakeUse, objects: readonly StoredObject[]): (LakeTable | LogTable)[] => {
    const { prefix } = options
    const bucket = 'bucket' in options.store ? options.store.bucket : options.store.container
    const root = prefix.split('/').at(-2) ?? bucket
    return tablesOf(objects, options, { root, uploads })
  }
  return {
    async ping(signal) {
      for await (const _ of (await current()).list(options.prefix, signal)) return
    },
    async schema(given) {
      requirePlainPath(given.folder)
      const listed = await list(given)
      return await schemaOfLake(await begin(given, listed), find(given, listed), given.engine)
    },
    async lend(given) {
      requirePlainPath(given.folder)
      const listed = await list(given)
      const run = await begin(given, listed)
      const names = namesIn(given.text)
      const wanted = find(given, listed).filter(({ name }) => names.has(name.toLowerCase()))
      const lent: LentLake[] = []
      for (const [index, table] of wanted.entries()) lent.push(await lendTable(run, table, index))
      return lent
    },
    async close() {
      await (await reader?.catch(() => null))?.close()
    },
  }
}

/** Everything in the text that may be the name of a table, in lower case. */
export function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const token of scanSql(text, duckdbDialect).filter(isSignificant)) {
    const piece = text.slice(token.start, token.end)
    if (token.kind === 'word') names.add(piece.toLowerCase())
    // DuckDB takes a text behind FROM for a name too
    else if (token.kind === 'quoted' && /^["']/.test(piece))
      names.add(piece.slice(1, -1).replaceAll(piece.charAt(0).repeat(2), piece.charAt(0)).toLowerCase())
  }
  return names
}
