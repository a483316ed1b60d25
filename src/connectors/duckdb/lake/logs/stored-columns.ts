import type { DuckDBConnection } from '@duckdb/node-api'
import { EngineError } from '../../../engine-child.ts'
import { literal } from '../../quoted.ts'

/** A column of a Parquet file, or a part of one. */
export interface StoredColumn {
  name: string
  id: number | null
  /** the type in DuckDB; null: a nested column */
  type: string | null
  /** a time of 96 bits (INT96), which old writers store without a zone */
  isOldTime: boolean
  kind: 'plain' | 'list' | 'map' | 'struct'
  parts: StoredColumn[]
}

export interface StoredGroup {
  columns: StoredColumn[]
  paths: string[]
}

interface SchemaRow {
  file_name: string
  name: string
  type: string | null
  num_children: string | null
  field_id: string | null
  converted_type: string | null
  logical_type: string | null
  duckdb_type: string | null
}

/** The columns of these files, grouped: files with the same columns are together. */
export async function readStoredColumns(
  connection: DuckDBConnection,
  paths: readonly string[],
): Promise<StoredGroup[]> {
  const result = await connection.runAndReadAll(
    `select file_name, name, type, num_children, field_id, converted_type, logical_type, duckdb_type
     from parquet_schema([${paths.map(literal).join(', ')}]) order by file_name, column_id`,
  )
  const byFile = new Map<string, SchemaRow[]>()
  for (const row of result.getRowObjectsJson() as unknown as SchemaRow[]) {
    const rows = byFile.get(row.file_name) ?? []
    rows.push(row)
    byFile.set(row.file_name, rows)
  }
  const groups = new Map<string, StoredGroup>()
  for (const path of paths) {
    const rows = byFile.get(path) ?? []
    const columns = treeOf(rows.values(), 0).parts
    const key = JSON.stringify(columns)
    const group = groups.get(key) ?? { columns, paths: [] }
    group.paths.push(path)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const maxDepth = 100

/** Builds a column from the schema rows, in which each column precedes its parts. */
function treeOf(rows: Iterator<SchemaRow>, depth: number): StoredColumn {
  const { value: row } = rows.next()
  if (row === undefined || depth > maxDepth) throw new EngineError('The columns of a file are damaged.', null)
  const children: StoredColumn[] = []
  for (let left = Number(row.num_children ?? 0); left > 0; left--) children.push(treeOf(rows, depth + 1))
  const own = {
    ...{ name: row.name, id: row.field_id === null ? null : Number(row.field_id), type: row.duckdb_type },
    isOldTime: row.type === 'INT96',
  }
  if (children.length === 0) return { ...own, kind: 'plain', parts: [] }
  const said = `${row.converted_type ?? ''} ${row.logical_type ?? ''}`
  const [inner] = children
  if (/LIST|ListType/.test(said) && inner?.parts.length === 1)
    return { ...own, kind: 'list', parts: inner.parts }
  if (/MAP|MapType/.test(said) && inner?.parts.length === 2)
    return { ...own, kind: 'map', parts: inner.parts }
  return { ...own, kind: 'struct', parts: children }
}
