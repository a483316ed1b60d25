import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'

const systemSchemas = "('information_schema', 'performance_schema', 'mysql', 'sys')"

/** Two plain scans: joining the two views is slow on servers that read table files for them. */
export const columnsText = `select table_schema, table_name, column_name, data_type, column_comment
from information_schema.columns where table_schema not in ${systemSchemas}`
export const commentsText = `select table_schema, table_name, table_comment
from information_schema.tables where table_schema not in ${systemSchemas} and table_type <> 'VIEW' and table_comment <> ''`

export type ColumnRow = readonly [
  schema: string,
  table: string,
  column: string,
  type: string,
  comment: string | null,
]
export type CommentRow = readonly [schema: string, table: string, comment: string]

/**
 * Tables of `database` without prefix, others as `db.table`; tables and columns sorted by name
 * (docs/reference/connectors.md#mysql-schema).
 */
export function tablesOf(
  columns: readonly ColumnRow[],
  comments: readonly CommentRow[],
  database: string,
): SchemaTable[] {
  const nameOf = (schema: string, table: string) => (schema === database ? table : `${schema}.${table}`)
  const described = new Map(comments.map(([schema, table, comment]) => [nameOf(schema, table), comment]))
  const tables = new Map<string, SchemaTable>()
  for (const [schema, tableName, name, type, comment] of columns) {
    const key = nameOf(schema, tableName)
    let table = tables.get(key)
    if (table === undefined) {
      const description = described.get(key)
      table = { name: key, columns: [], ...(description ? { description } : {}) }
      tables.set(key, table)
    }
    table.columns.push({ name, type, ...(comment ? { description: comment } : {}) })
  }
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  for (const table of tables.values()) table.columns.sort(byName)
  return [...tables.values()].sort(byName)
}
