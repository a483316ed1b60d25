import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, Nullable, Timestamp } from '../http/schemas.ts'
import { Job } from '../results/job.ts'

/** Max bytes of one part in which a file is sent: every request stays small for servers in between. */
export const maxPartBytes = 4_000_000
/** Max tables of one data source: its schema names all of them. */
export const maxFileTables = 1000

export const FileFormat = Type.Union([
  Type.Literal('csv'),
  Type.Literal('tsv'),
  Type.Literal('json'),
  Type.Literal('ndjson'),
  Type.Literal('parquet'),
  Type.Literal('xlsx'),
])
export type FileFormat = Static<typeof FileFormat>

/** The types of src/shared/results/results-api.ts. */
const FileColumnType = Type.Union([
  Type.Literal('string'),
  Type.Literal('integer'),
  Type.Literal('float'),
  Type.Literal('boolean'),
  Type.Literal('date'),
  Type.Literal('datetime'),
])

/** How a file is read; what is absent is found out. */
export const ReadingOptions = Type.Object({
  separator: Type.Optional(Type.String({ pattern: '^[^"\\r\\n]$' })),
  encoding: Type.Optional(
    Type.Union([Type.Literal('utf-8'), Type.Literal('windows-1252'), Type.Literal('utf-16le')]),
  ),
  /** the first line has the names of the columns; default true */
  has_header: Type.Optional(Type.Boolean()),
  /** the name of a sheet of a workbook; default: the first one */
  sheet: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  /** of the columns in their order; null: found out */
  types: Type.Optional(Type.Array(Nullable(FileColumnType), { maxItems: 5000 })),
})
export type ReadingOptions = Static<typeof ReadingOptions>

export const FileColumn = Type.Object({ name: Type.String(), type: Nullable(FileColumnType) })
export type FileColumn = Static<typeof FileColumn>

export const UploadedFile = Type.Object({
  id: Id,
  /** the name that the file had on the machine of the person */
  file_name: Type.String(),
  format: FileFormat,
  /** as it was sent */
  byte_count: Type.Integer(),
  /** null: it is not a table yet */
  table_name: Nullable(Type.String()),
  /** null: it has not been read yet */
  row_count: Nullable(Type.Integer()),
  /** null: not read yet, or left out of a list whose columns would take more than 4 MB */
  columns: Nullable(Type.Array(FileColumn)),
  /** who uploaded it; null: the account is gone */
  user: Nullable(Type.Object({ id: Id, name: Type.String() })),
  created_at: Timestamp,
})
export type UploadedFile = Static<typeof UploadedFile>

/** A name that needs no quotes in SQL and means the same in any case. */
const TableName = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' })
const FileParams = Type.Object({ id: Id, file_id: Id })

/** The files that are tables, by name of the table and age. */
export const listFiles = endpoint({
  method: 'GET',
  path: '/api/data_sources/:id/files',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Array(UploadedFile),
})

/** Begins an upload: the file is then sent in parts. It is removed after a day if it does not become a table. */
export const createFile = endpoint({
  method: 'POST',
  path: '/api/data_sources/:id/files',
  access: 'signed-in',
  params: IdParams,
  body: Type.Object({
    file_name: Type.String({ minLength: 1, maxLength: 255 }),
    format: FileFormat,
    byte_count: Type.Integer({ minimum: 1, maximum: 1e12 }),
  }),
  reply: UploadedFile,
  errors: ['file.not_files', 'file.too_large', 'file.no_room'],
})

/** The body is the part itself, of at most `maxPartBytes`. A part that is sent again replaces the one before. */
export const sendFilePart = endpoint({
  method: 'POST',
  path: '/api/data_sources/:id/files/:file_id/parts/:part',
  access: 'signed-in',
  params: Type.Object({ id: Id, file_id: Id, part: Type.Integer({ minimum: 0, maximum: 1e6 }) }),
  bodyMedia: 'application/octet-stream',
  reply: Type.Object({ byte_count: Type.Integer() }),
  errors: ['file.not_files', 'file.part_empty', 'file.surplus', 'file.is_read', 'file.no_room'],
})

/** Reads the sent file into rows: a job. Its result is the id of the file. If it fails and there were no rows before, the file is removed. */
export const readFile = endpoint({
  method: 'POST',
  path: '/api/data_sources/:id/files/:file_id/reading',
  access: 'signed-in',
  params: FileParams,
  body: ReadingOptions,
  bodyOptional: true,
  reply: Type.Object({ job: Job }),
  errors: ['file.not_files', 'file.incomplete', 'file.is_table', 'execution.too_many_waiting'],
})

/** A file that was read, and the texts of its first cells: numbers keep their digits, long texts are cut, and large rows are few. */
export const previewFile = endpoint({
  method: 'GET',
  path: '/api/data_sources/:id/files/:file_id',
  access: 'signed-in',
  params: FileParams,
  reply: Type.Object({ file: UploadedFile, rows: Type.Array(Type.Array(Nullable(Type.String()))) }),
})

/**
 * Makes a file that was read a table. `new`: there is no table of this name yet; `replace`: in place of its files;
 * `append`: beside them, with the same columns.
 */
export const placeFile = endpoint({
  method: 'POST',
  path: '/api/data_sources/:id/files/:file_id/table',
  access: 'signed-in',
  params: FileParams,
  body: Type.Object({
    table_name: TableName,
    mode: Type.Union([Type.Literal('new'), Type.Literal('replace'), Type.Literal('append')]),
  }),
  reply: UploadedFile,
  errors: [
    'file.not_files',
    'file.not_read',
    'file.is_table',
    'file.table_taken',
    'file.table_missing',
    'file.columns_differ',
    'file.too_many_tables',
  ],
})

/** Removes the file; the rows that came from it leave their table. Answers 204 without a body. */
export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/api/data_sources/:id/files/:file_id',
  access: 'signed-in',
  params: FileParams,
  reply: Type.Null(),
  replyStatus: 204,
  errors: ['file.not_files'],
})

/** The file as it was sent. */
export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/data_sources/:id/files/:file_id/content',
  access: 'signed-in',
  params: FileParams,
  reply: Type.Unknown(),
  replyMedia: ['application/octet-stream'],
})
