import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { FileColumn, FileFormat, UploadedFile } from '#shared/data-sources/files-api.ts'

export interface StoredFile {
  id: number
  org_id: number
  data_source_id: number
  file_name: string
  format: FileFormat
  byte_count: number
  table_name: string | null
  reading: number
  /** that of the reading that began last */
  last_reading: number
  columns_json: string | null
  row_count: number | null
  created_at: Date
  user_id: number | null
  user_name: string | null
}

function selectFiles(db: Db, dataSourceId: number) {
  return db
    .selectFrom('uploaded_files')
    .leftJoin('users', 'users.id', 'uploaded_files.user_id')
    .where('data_source_id', '=', dataSourceId)
    .select([
      'uploaded_files.id',
      'uploaded_files.org_id',
      'data_source_id',
      'file_name',
      'format',
      'byte_count',
    ])
    .select(['table_name', 'reading', 'last_reading', 'row_count', 'uploaded_files.created_at', 'user_id'])
    .select('users.name as user_name')
}

/** A file without its columns, which may take a megabyte. */
export type ListedFile = Omit<StoredFile, 'columns_json'> & { column_bytes: number }

/** Files that are tables, by name and age. */
export async function listTableFiles(db: Db, dataSourceId: number): Promise<ListedFile[]> {
  return await selectFiles(db, dataSourceId)
    .select(sql<number>`coalesce(octet_length(columns_json), 0)`.as('column_bytes'))
    .where('table_name', 'is not', null)
    .orderBy('table_name')
    .orderBy('uploaded_files.id')
    .execute()
}

/** The columns of these files, by their ids. */
export async function readColumns(db: Db, ids: readonly number[]): Promise<Map<number, FileColumn[]>> {
  const rows = await db
    .selectFrom('uploaded_files')
    .select(['id', 'columns_json'])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, columnsOf(row) ?? []]))
}

export async function findFile(db: Db, dataSourceId: number, id: number): Promise<StoredFile | null> {
  const file = await selectFiles(db, dataSourceId)
    .select('columns_json')
    .where('uploaded_files.id', '=', id)
    .executeTakeFirst()
  return file ?? null
}

/** In a transaction: nobody else changes the file until its end. False: it is gone. */
export async function lockFile(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('uploaded_files')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

const tableLockSpace = 7_366_191

/** In a transaction: tables of this data source are changed one at a time. */
export async function lockTables(tx: Db, dataSourceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${tableLockSpace}::int, ${dataSourceId}::int)`.execute(tx)
}

export interface NewFile {
  org_id: number
  data_source_id: number
  user_id: number | null
  file_name: string
  format: FileFormat
  byte_count: number
}

export async function insertFile(db: Db, file: NewFile): Promise<number> {
  const { id } = await db.insertInto('uploaded_files').values(file).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Deletes the file with its parts and rows. */
export async function removeFile(db: Db, id: number): Promise<void> {
  await db.deleteFrom('uploaded_files').where('id', '=', id).execute()
}

/** Deletes a file that has no rows, unless another reading of it has begun since. */
export async function removeUnreadFile(
  db: Db,
  { fileId, reading }: { fileId: number; reading: number },
): Promise<void> {
  await db
    .deleteFrom('uploaded_files')
    .where('id', '=', fileId)
    .where('reading', '=', 0)
    .where('last_reading', '=', reading)
    .execute()
}

/** Deletes files that did not become tables within a day. */
export async function deleteLeftFiles(db: Db): Promise<void> {
  await db
    .deleteFrom('uploaded_files')
    .where('table_name', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}

/** Other files of the table. */
export async function removeFilesOfTable(tx: Db, dataSourceId: number, tableName: string): Promise<void> {
  await tx
    .deleteFrom('uploaded_files')
    .where('data_source_id', '=', dataSourceId)
    .where('table_name', '=', tableName)
    .execute()
}

export async function nameTable(tx: Db, id: number, tableName: string): Promise<void> {
  await tx.updateTable('uploaded_files').set({ table_name: tableName }).where('id', '=', id).execute()
}

/** Stored bytes of all files of an organization: as they were sent, and their rows. */
export async function measureFiles(db: Db, orgId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with own as (select id from uploaded_files where org_id = ${orgId})
    select (
      (select coalesce(sum(octet_length(frame)), 0) from uploaded_file_parts where file_id in (select id from own))
      + (select coalesce(sum(octet_length(frame)), 0) from uploaded_file_chunks where file_id in (select id from own))
    )::float8 as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

export function presentFile(file: StoredFile): UploadedFile {
  return presentListed(file, columnsOf(file))
}

export function presentListed(
  file: Omit<StoredFile, 'columns_json'>,
  columns: FileColumn[] | null,
): UploadedFile {
  return {
    id: file.id,
    file_name: file.file_name,
    format: file.format,
    byte_count: file.byte_count,
    table_name: file.table_name,
    row_count: file.row_count,
    columns,
    user: file.user_id === null ? null : { id: file.user_id, name: file.user_name ?? '' },
    created_at: file.created_at.toISOString(),
  }
}

export function columnsOf({ columns_json }: Pick<StoredFile, 'columns_json'>): FileColumn[] | null {
  return columns_json === null ? null : JSON.parse(columns_json)
}
