import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sink } from '../../../connector.ts'
import { QueryFailed } from '../../../connector-errors.ts'
import { bringObject, eachOf } from '../bring-object.ts'
import { frameSpool, framesOf } from '../frame-spool.ts'
import type { LakeFile, LakeTable, LogTable } from '../lake-tables.ts'
import { type LakeRun, lendParquet } from '../lend-parquet.ts'
import type { StoredObject } from '../object-store.ts'
import { deltaDocuments } from './delta-documents.ts'
import type { IcebergFile, Manifest } from './iceberg-manifests.ts'
import type { IcebergHeader } from './iceberg-schema.ts'
import type { LogRequest } from './log-reading.ts'
import type { LogFile, LogHeader } from './log-table.ts'
import { newestMetadata } from './newest-metadata.ts'
import { type FindObject, findInFolder } from './path-in-folder.ts'

/** The table with the files that its log names, and no others. Throws QueryFailed for what is not understood. */
export async function readLog(run: LakeRun, table: LogTable, index: number): Promise<LakeTable> {
  let taken = 0
  const own: LakeRun = {
    ...run,
    folder: join(run.folder, `log${index}`),
    room: {
      take(bytes, what) {
        run.room.take(bytes, what)
        taken += bytes
      },
      give: run.room.give,
    },
  }
  await mkdir(own.folder, { recursive: true })
  try {
    return table.kind === 'delta' ? await readDelta(own, table) : await readIceberg(own, table)
  } catch (error) {
    if (!(error instanceof QueryFailed)) throw error
    throw new QueryFailed(`The table ${table.name} cannot be read. ${error.message}`, { cause: error })
  } finally {
    await rm(own.folder, { recursive: true, force: true })
    run.room.give(taken)
  }
}

async function readDelta(run: LakeRun, table: LogTable): Promise<LakeTable> {
  const { checkpoint, commits } = deltaDocuments([...run.objects.values()], `${table.base}_delta_log/`)
  const documents: LentDocument[] = []
  if (checkpoint.length > 0) documents.push(await checkpointRows(run, checkpoint))
  documents.push(...(await broughtDocuments(run, commits, 'commit')))
  const kinds = documents.map((_, at) => (at === 0 && checkpoint.length > 0 ? 'rows' : 'lines'))
  const [header, ...files] = (await answersOf(run, { log: 'delta', documents: kinds }, documents)) as [
    LogHeader,
    ...LogFile[],
  ]
  const place = findInFolder({ ...run, base: table.base }, null)
  const find: FindObject = (path) => place(decoded(path))
  return tableOf(table, { header, files, deletes: [], find })
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

async function readIceberg(run: LakeRun, table: LogTable): Promise<LakeTable> {
  const newest = newestMetadata([...run.objects.values()], `${table.base}metadata/`)
  const metadata = await broughtDocuments(run, [newest], 'metadata')
  const [{ header, location, manifestList }] = (await answersOf(run, { log: 'metadata' }, metadata)) as [
    IcebergHeader,
  ]
  const find = findInFolder({ ...run, base: table.base }, location)
  if (manifestList === null) return tableOf(table, { header, files: [], deletes: [], find })
  const list = await broughtDocuments(run, [required(find, manifestList)], 'list')
  const manifests = (await answersOf(run, { log: 'list' }, list)) as Manifest[]
  const objects = manifests.map(({ path }) => required(find, path))
  const documents = await broughtDocuments(run, objects, 'manifest')
  const files = (await answersOf(run, { log: 'manifests', manifests }, documents)) as IcebergFile[]
  const deletes = files.filter(({ holds }) => holds === 'deletes')
  return tableOf(table, { header, files: files.filter(({ holds }) => holds === 'rows'), deletes, find })
}

function required(find: FindObject, path: string): StoredObject {
  const found = find(path)
  if (found === null)
    throw new QueryFailed(`Its log names a file that is not in the folder of the data source: ${path}`)
  return found
}

interface LoggedFiles {
  header: LogHeader
  files: LogFile[]
  deletes: LogFile[]
  find: FindObject
}

function tableOf({ name }: LogTable, { header, files, deletes, find }: LoggedFiles): LakeTable {
  const partitions = header.columns.filter(({ partition }) => partition !== null)
  const found = files.map(({ path }) => required(find, path))
  if (new Set(found.map(({ key }) => key)).size < files.length)
    throw new QueryFailed('Its log is damaged: it has a file twice.')
  return {
    ...{ name, kind: 'parquet' },
    partitions: partitions.map((_, at) => ({ name: partitionName(at), type: 'string' })),
    files: files.map(
      ({ path, partition }, at): LakeFile => ({
        ...(found[at] as StoredObject),
        ...{ path, format: 'parquet', partition },
      }),
    ),
    log: {
      ...header,
      notes: files.map(({ path, sequence, vector }) => ({
        ...{ uri: path, sequence },
        vector: vector && {
          ...vector,
          object: vector.kind === 'file' ? required(find, vector.place) : null,
        },
      })),
      deletes: deletes.map(({ path, sequence }) => ({ object: required(find, path), sequence })),
    },
  }
}

/** Partition values are passed as Hive-style folder names, under names that no column can have. */
export const partitionName = (at: number): string => `sextant_partition_${at}`

/** The frames of a part of a log. */
type LentDocument = () => AsyncIterable<Uint8Array>

async function broughtDocuments(
  { files, folder, room, signal }: LakeRun,
  objects: readonly StoredObject[],
  what: string,
): Promise<LentDocument[]> {
  room.take(
    objects.reduce((sum, { size }) => sum + size, 0),
    'The log of the table',
  )
  const pathOf = (at: number) => join(folder, `${what}${at}`)
  await eachOf(objects, async (object, at) => bringObject(files, object, pathOf(at), signal))
  return objects.map((_, at) => () => framesOf(pathOf(at)))
}

/** The actions of a checkpoint, which is Parquet, as rows that the engine makes. */
async function checkpointRows(run: LakeRun, parts: readonly StoredObject[]): Promise<LentDocument> {
  const { signal, room } = run
  const { engine, objects, close } = await run.openEngine()
  const spool = frameSpool(join(run.folder, 'checkpoint'), room, 'The log of the table')
  try {
    const files = parts.map(
      (part): LakeFile => ({ ...part, path: part.key, format: 'parquet', partition: [] }),
    )
    const lent = await lendParquet(
      run,
      { name: 'checkpoint', kind: 'parquet', files, partitions: [] },
      objects,
    )
    await engine.run(checkpointText, spool.sink, signal, [], {
      tables: async () => [lent.table],
      frames: (_, wanted) => lent.frames(wanted),
    })
    await spool.finish()
    return () => spool.frames()
  } finally {
    await spool.close()
    await close()
  }
}

/** Only the actions that are needed: a checkpoint's `remove` actions name files of older states. */
const checkpointText = `select to_json(kept)::varchar as action from (
  select columns(lambda name: name in ('add', 'metaData', 'protocol', 'sidecar', 'checkpointMetadata')) from checkpoint
) kept`

/** What this process keeps of a log, in characters of JSON. */
const maxAnswers = 100_000_000

async function answersOf(
  { reader, signal }: LakeRun,
  request: LogRequest,
  documents: readonly LentDocument[],
): Promise<unknown[]> {
  const answers: unknown[] = []
  let length = 0
  const sink: Sink = {
    columns() {},
    async rows(batch) {
      for (const [cell] of batch) {
        length += String(cell).length
        if (length > maxAnswers) throw new QueryFailed('Its log names too many files.')
        answers.push(JSON.parse(String(cell)))
      }
      return true
    },
    log() {},
    metadata() {},
  }
  await (await reader()).run(JSON.stringify(request), sink, signal, [], {
    tables: async () => [],
    frames(index) {
      const document = documents[index]
      if (document === undefined) throw new Error('The reader asked for a document that it was not lent.')
      return document()
    },
  })
  return answers
}
