import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { formatBytes } from '#shared/format/bytes.ts'
import { bringObject, eachOf } from './bring-object.ts'
import { frameSpool, framesOf } from './frame-spool.ts'
import type { LakeRequest } from './lake-child.ts'
import type { LakeTable, LogTable } from './lake-tables.ts'
import { type LakeRun, type LentLake, lendParquet } from './lend-parquet.ts'
import { readLog } from './logs/read-log.ts'

/** Lends a table: Parquet as files that the engine opens, texts as rows, which are read here. */
export async function lendTable(run: LakeRun, found: LakeTable | LogTable, index: number): Promise<LentLake> {
  const folder = join(run.folder, `t${index}`)
  const table = 'base' in found ? await readLog(run, found, index) : found
  return table.kind === 'parquet'
    ? await lendParquet(run, table, folder)
    : await lendTexts(run, table, folder)
}

async function lendTexts(
  { files: store, room, reader, signal }: LakeRun,
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
