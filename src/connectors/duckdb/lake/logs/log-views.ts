import type { DuckDBConnection } from '@duckdb/node-api'
import { EngineError } from '../../../engine-child.ts'
import type { LentLog, LentParquet } from '../../../engine-protocol.ts'
import { literal, quoted } from '../../quoted.ts'
import { rowsOfVector } from './deletion-vector.ts'
import { type LogColumn, logTypeText } from './log-table.ts'
import { readStoredColumns } from './stored-columns.ts'
import { requireOneMeaning, storedExpression } from './stored-expression.ts'
import { bytesOfZ85 } from './z85.ts'

/** The table with its columns and no rows, to plan a query. */
export function emptyLogTable(name: string, { columns }: LentLog): string {
  const described = columns.map((column) => `${quoted(column.name)} ${logTypeText(column.type)}`)
  return `create table ${quoted(name)} (${described.join(', ')})`
}

/**
 * The table over stub files that have only their partitions in their names: the plan over it says which files a query
 * reads. All other columns are unknown to the plan, so that it leaves out files by partition only.
 */
export function plannedLogTable(paths: readonly string[], { partitions }: LentParquet, log: LentLog): string {
  const unknown = (column: LogColumn) =>
    `case when file_row_number < -1 then null::${logTypeText(column.type)} end`
  const shown = log.columns.map(
    (column) => `${partitionValue(column, partitions) ?? unknown(column)} as ${quoted(column.name)}`,
  )
  return `select ${shown.join(', ')} from read_parquet([${paths.map(literal).join(', ')}], file_row_number = true, ${hive(partitions)})`
}

type Partitions = LentParquet['partitions']

function hive(partitions: Partitions): string {
  if (partitions.length === 0) return 'hive_partitioning = false'
  const types = partitions.map(({ name }) => `${quoted(name)}: VARCHAR`)
  return `hive_partitioning = true, hive_types_autocast = false, hive_types = {${types.join(', ')}}`
}

function partitionValue({ partition, type }: LogColumn, partitions: Partitions): string | null {
  const given = partition === null ? undefined : partitions[partition]
  return given === undefined ? null : `cast(${quoted(given.name)} as ${logTypeText(type)})`
}

/** The table over the files that are read, with all columns of its log, and without the rows that were deleted. */
export async function createLogView(
  connection: DuckDBConnection,
  name: string,
  { log, parquet, files }: { log: LentLog; parquet: LentParquet; files: readonly number[] },
): Promise<void> {
  try {
    if (files.length === 0) {
      await connection.run(emptyLogTable(name, log))
      return
    }
    const deleted = await createDeleted(connection, name, { log, parquet, files })
    const paths = files.flatMap((file) => parquet.files[file]?.path ?? [])
    const parts = (await readStoredColumns(connection, paths)).map((group) => {
      requireOneMeaning(group.columns)
      const shown = log.columns.map((column) => {
        const value =
          partitionValue(column, parquet.partitions) ?? storedExpression(column, group.columns, log.by)
        return `${value} as ${quoted(column.name)}`
      })
      const source = `read_parquet([${group.paths.map(literal).join(', ')}], ${hive(parquet.partitions)}${deleted === null ? '' : `, filename = ${literal(pathColumn)}, file_row_number = true`})`
      if (deleted === null) return `select ${shown.join(', ')} from ${source}`
      if (group.columns.some((column) => reserved.has(column.name.toLowerCase())))
        throw new EngineError(
          `A file has a column that is named as one of DuckDB: ${[...reserved].join(', ')}.`,
          null,
        )
      return `select ${shown.join(', ')} from ${source} stored where not exists (select 1 from ${deleted} gone where gone.path = stored.${pathColumn} and gone.place = stored.file_row_number)`
    })
    await connection.run(`create view ${quoted(name)} as ${parts.join(' union all ')}`)
  } catch (error) {
    throw new EngineError(`The table ${name} cannot be read: ${(error as Error).message}`, null)
  }
}

const pathColumn = 'sextant_path'
const reserved = new Set([pathColumn, 'file_row_number'])

interface Given {
  log: LentLog
  parquet: LentParquet
  files: readonly number[]
}

/** A table with the places of the deleted rows of these files; null: there are none. Returns its name for texts. */
async function createDeleted(
  connection: DuckDBConnection,
  name: string,
  { log, parquet, files }: Given,
): Promise<string | null> {
  const read = files.flatMap((at) => {
    const [file, note] = [parquet.files[at], log.notes[at]]
    return file === undefined || note === undefined ? [] : [{ path: file.path, ...note }]
  })
  const vectors = read.filter(({ vector }) => vector !== null)
  if (vectors.length === 0 && log.deletes.length === 0) return null
  const table = quoted(`deleted rows of ${name}`)
  await connection.run(`create table ${table} (path varchar, place bigint)`)
  if (log.deletes.length > 0) {
    const data = read.map(({ uri, path, sequence }) => `(${literal(uri)}, ${literal(path)}, ${sequence})`)
    const deletes = log.deletes.map(({ path, sequence }) => `(${literal(path)}, ${sequence})`)
    const paths = log.deletes.map(({ path }) => literal(path))
    await connection.run(
      `insert into ${table} select data.path, given.pos
       from read_parquet([${paths.join(', ')}], union_by_name = true, hive_partitioning = false, filename = ${literal(pathColumn)}) given
       join (values ${deletes.join(', ')}) files(path, sequence) on files.path = given.${pathColumn}
       join (values ${data.join(', ')}) data(uri, path, sequence)
         on data.uri = given.file_path and data.sequence <= files.sequence`,
    )
    await requireSameAddresses(connection, log)
  }
  if (vectors.length === 0) return table
  const appender = await connection.createAppender(`deleted rows of ${name}`)
  for (const { path, vector } of vectors) {
    if (vector === null) continue
    let left = vector.count
    for (const place of rowsOfVector(await bytesOf(connection, vector))) {
      if (--left < 0) break
      appender.appendVarchar(path)
      appender.appendBigInt(BigInt(place))
      appender.endRow()
      if (left % flushRows === 0) appender.flushSync()
    }
    if (left !== 0) throw new EngineError('A deletion vector has other rows than its log says.', null)
  }
  appender.closeSync()
  return table
}

/**
 * Deletes may name files that no longer belong to the table. They must not name a file of the table by another address:
 * its deleted rows would be shown.
 */
async function requireSameAddresses(
  connection: DuckDBConnection,
  { deletes, notes }: LentLog,
): Promise<void> {
  const paths = deletes.map(({ path }) => literal(path))
  const uris = notes.map(({ uri }) => `(${literal(uri)})`)
  const result = await connection.runAndReadAll(
    `with uris(uri) as (values ${uris.join(', ')})
     select given.file_path from read_parquet([${paths.join(', ')}], union_by_name = true, hive_partitioning = false) given
     where given.file_path not in (select uri from uris)
       and parse_filename(given.file_path) in (select parse_filename(uri) from uris) limit 1`,
  )
  const [[other] = []] = result.getRows()
  if (other !== undefined)
    throw new EngineError(`A file is named in two ways, once as ${String(other)}.`, null)
}

const flushRows = 100_000

type Vector = NonNullable<LentLog['notes'][number]['vector']>

async function bytesOf(connection: DuckDBConnection, { kind, place, offset, size }: Vector): Promise<Buffer> {
  if (kind === 'inline') return bytesOfZ85(place).subarray(0, size)
  const result = await connection.runAndReadAll(`select content from read_blob(${literal(place)})`)
  const [[content] = []] = result.getRows()
  const { bytes } = content as { bytes: Uint8Array }
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // the size precedes the vector
  if (file.length < offset + 4 + size || file.readUInt32BE(offset) !== size)
    throw new EngineError('A deletion vector is not where its log says.', null)
  return file.subarray(offset + 4, offset + 4 + size)
}
