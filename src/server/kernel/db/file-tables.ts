import type { Generated, GeneratedAlways } from 'kysely'
import type { FileFormat } from '#shared/data-sources/files-api.ts'
import type { CreatedAt } from './columns.ts'

export interface UploadedFilesTable {
  id: GeneratedAlways<number>
  org_id: number
  data_source_id: number
  user_id: number | null
  file_name: string
  format: FileFormat
  byte_count: number
  table_name: string | null
  reading: Generated<number>
  last_reading: Generated<number>
  columns_json: string | null
  row_count: number | null
  created_at: CreatedAt
}
export interface UploadedFilePartsTable {
  file_id: number
  part: number
  byte_count: number
  frame: Buffer
}
export interface UploadedFileChunksTable {
  file_id: number
  reading: number
  seq: number
  row_count: number
  byte_count: number
  frame: Buffer
}

export interface FileTables {
  uploaded_files: UploadedFilesTable
  uploaded_file_parts: UploadedFilePartsTable
  uploaded_file_chunks: UploadedFileChunksTable
}
