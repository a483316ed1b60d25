import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatBytes } from '#shared/format/bytes.ts'
import { QueryFailed } from '../../connector-errors.ts'
import type { EngineSession } from '../../engine-process.ts'
import type { LentLog, LentTable } from '../../engine-protocol.ts'
import type { TableEngine } from '../table-engine.ts'
import { bringObject, eachOf } from './bring-object.ts'
import type { LakeOptions } from './lake-options.ts'
import type { LakeTable } from './lake-tables.ts'
import type { TableLog } from './logs/table-log.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'
import { placeStubs } from './parquet-footer.ts'
import type { RunRoom } from './run-room.ts'

/** A table of the folder as an engine reads it. */
export interface LentLake {
  table: LentTable
  frames(files?: readonly number[]): AsyncGenerator<Uint8Array>
}

export interface LakeRun {
  files: ObjectStore
  store: LakeOptions['store']
  /** all files of the folder of the data source, by their names in the bucket */
  objects: ReadonlyMap<string, StoredObject>
  /** an engine for the checkpoint of a log; who opens it closes it */
  openEngine(): Promise<TableEngine>
  /** of this run: its files are deleted after it */
  folder: string
  room: RunRoom
  /** the process that reads texts */
  reader(): Promise<EngineSession>
  signal: AbortSignal
}

/** Parquet files, which the engine opens itself. */
export async function lendParquet(
  run: LakeRun,
  { name, files, partitions, log }: LakeTable,
  folder: string,
): Promise<LentLake> {
  const { files: store, room, signal } = run
  const folders = new Map<string, number>()
  const places = files.map((file, at) => {
    const names = partitions.map(
      (each, place) => `${each.name}=${writtenValue(file.partition[place] ?? null)}`,
    )
    const own = join(folder, ...names)
    const partition = folders.get(own) ?? folders.size
    folders.set(own, partition)
    return { path: join(own, `${at}.parquet`), partition }
  })
  const stubs = [...folders.keys()].map((own) => join(own, 'stub.parquet'))
  const newest = files.at(-1)
  if (newest !== undefined) await placeStubs(store, newest, stubs, signal)
  else if (log === undefined) throw new QueryFailed(`The table ${name} has no files.`)
  const lentLog = log === undefined ? null : lendLog(log, folder)
  const parquet = { partitions, stubs, files: places, ...(lentLog && { log: lentLog.log }) }
  return {
    table: { name, columns: [], row_count: 0, parquet },
    // the files are brought, and have no frames
    async *frames(wanted = []) {
      const read = wanted.flatMap((at) => files[at] ?? [])
      const deletes = lentLog?.deletesOf(wanted) ?? []
      const size = [...read, ...deletes.map(({ object }) => object)].reduce((sum, file) => sum + file.size, 0)
      room.take(size, `The table ${name} (${read.length} files, ${formatBytes(size)})`)
      await eachOf(wanted, async (at) => {
        const [file, place] = [files[at], places[at]]
        if (file === undefined || place === undefined) return
        await mkdir(dirname(place.path), { recursive: true })
        await bringObject(store, file, place.path, signal)
      })
      if (deletes.length > 0) await mkdir(deletesIn(folder), { recursive: true })
      await eachOf(deletes, async ({ object, path }) => bringObject(store, object, path, signal))
    },
  }
}

const deletesIn = (folder: string): string => join(folder, 'deletes')

interface LentLogFiles {
  log: LentLog
  /** the files that say which rows of these files are deleted, and where they are brought */
  deletesOf(wanted: readonly number[]): { object: StoredObject; path: string }[]
}

function lendLog({ columns, by, notes, deletes }: TableLog, folder: string): LentLogFiles {
  const ofAll = deletes.map(({ object, sequence }, at) => ({
    ...{ object, sequence },
    path: join(deletesIn(folder), `${at}.parquet`),
  }))
  // many vectors share a file
  const paths = new Map<StoredObject, string>()
  for (const { vector } of notes) {
    if (vector?.object && !paths.has(vector.object))
      paths.set(vector.object, join(deletesIn(folder), `${paths.size}.vectors`))
  }
  return {
    log: {
      ...{ columns, by },
      deletes: ofAll.map(({ path, sequence }) => ({ path, sequence })),
      notes: notes.map(({ uri, sequence, vector }) => {
        if (vector === null) return { uri, sequence, vector }
        const { object, ...own } = vector
        return { uri, sequence, vector: { ...own, place: (object && paths.get(object)) ?? own.place } }
      }),
    },
    deletesOf(wanted) {
      if (wanted.length === 0) return []
      const used = new Set(wanted.flatMap((at) => notes[at]?.vector?.object ?? []))
      return [...ofAll, ...[...used].map((object) => ({ object, path: paths.get(object) ?? '' }))]
    },
  }
}

/** The file systems' limit for the name of a folder. */
const maxFolderName = 200

/** The value as Hive-style folder names spell it (`key=value`), which DuckDB decodes again. */
function writtenValue(value: string | null): string {
  if (value === null) return '__HIVE_DEFAULT_PARTITION__'
  const written = encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  if (written.length > maxFolderName) throw new QueryFailed(`The name of a folder is too long: ${value}`)
  return written
}
