import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { formatBytes } from '#shared/format/bytes.ts'
import { QueryFailed } from '../../connector-errors.ts'
import type { EngineSession } from '../../engine-process.ts'
import type { LentTable } from '../../engine-protocol.ts'
import { bringObject, eachOf } from './bring-object.ts'
import { frameSpool } from './frame-spool.ts'
import type { LakeRequest } from './lake-child.ts'
import type { LakeTable } from './lake-tables.ts'
import type { ObjectStore } from './object-store.ts'
import { placeStubs } from './parquet-footer.ts'
import type { RunRoom } from './run-room.ts'

const compress = promisify(zstdCompress)
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A table of the folder as an engine reads it. */
export interface LentLake {
  table: LentTable
  frames(files?: readonly number[]): AsyncGenerator<Uint8Array>
}

export interface LakeRun {
  store: ObjectStore
  /** of this run: its files are deleted after it */
  folder: string
  room: RunRoom
  /** the process that reads texts */
  reader(): Promise<EngineSession>
  signal: AbortSignal
}

/** Lends a table: Parquet as files that the engine opens, texts as rows, which are read here. */
export async function lendTable(run: LakeRun, table: LakeTable, index: number): Promise<LentLake> {
  const folder = join(run.folder, `t${index}`)
  return table.kind === 'parquet'
    ? await lendParquet(run, table, folder)
    : await lendTexts(run, table, folder)
}

async function lendParquet(
  run: LakeRun,
  { name, files, partitions }: LakeTable,
  folder: string,
): Promise<LentLake> {
  const { store, room, signal } = run
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
  if (newest === undefined) throw new QueryFailed(`The table ${name} has no files.`)
  await placeStubs(store, newest, stubs, signal)
  return {
    table: { name, columns: [], row_count: 0, parquet: { partitions, stubs, files: places } },
    // the files are brought, and have no frames
    async *frames(wanted = []) {
      const read = wanted.flatMap((at) => files[at] ?? [])
      const size = read.reduce((sum, file) => sum + file.size, 0)
      room.take(size, `The table ${name} (${read.length} files, ${formatBytes(size)})`)
      await eachOf(wanted, async (at) => {
        const [file, place] = [files[at], places[at]]
        if (file === undefined || place === undefined) return
        await mkdir(dirname(place.path), { recursive: true })
        await bringObject(store, file, place.path, signal)
      })
    },
  }
}

async function lendTexts(
  { store, room, reader, signal }: LakeRun,
  { name, kind, files, partitions }: LakeTable,
  folder: string,
): Promise<LentLake> {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const what = `The table ${name} (${files.length} files, ${formatBytes(size)})`
  room.take(size, what)
  await mkdir(folder, { recursive: true })
  const pathOf = (at: number) => join(folder, `${at}.text`)
  await eachOf(files, async (file, at) => bringObject(store, file, pathOf(at), signal))
  const spool = frameSpool(join(folder, 'rows'), room, what)
  const request: LakeRequest = {
    ...{ kind, partitions },
    files: files.map(({ path, format, partition }) => ({ path, format, partition })),
  }
  const lent = { tables: async () => [], frames: (at: number) => framesOf(pathOf(at)) }
  let rows: Awaited<ReturnType<typeof spool.finish>>
  try {
    await (await reader()).run(JSON.stringify(request), spool.sink, signal, [], lent)
    rows = await spool.finish()
  } finally {
    await spool.close()
  }
  for (const at of files.keys()) await rm(pathOf(at), { force: true })
  room.give(size)
  return { table: { name, ...rows }, frames: () => spool.frames() }
}

async function* framesOf(path: string): AsyncGenerator<Uint8Array> {
  for await (const bytes of createReadStream(path, { highWaterMark: 1_000_000 }))
    yield await compress(bytes as Buffer, level)
}

/** The file systems' limit for the name of a folder. */
const maxFolderName = 200

/** As writers of lakes name folders; DuckDB reads it back. */
function writtenValue(value: string | null): string {
  if (value === null) return '__HIVE_DEFAULT_PARTITION__'
  const written = encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  if (written.length > maxFolderName) throw new QueryFailed(`The name of a folder is too long: ${value}`)
  return written
}
