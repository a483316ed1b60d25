import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'

/** Tables and views of a keyspace: as rows of texts. */
export const columnsText = (keyspace: string) =>
  `SELECT table_name, column_name, type, kind FROM system_schema.columns WHERE keyspace_name = ${literal(keyspace)}`

export const tablesText = (keyspace: string) =>
  `SELECT table_name, comment FROM system_schema.tables WHERE keyspace_name = ${literal(keyspace)}`

export type ColumnRow = readonly [table: string, column: string, type: string, kind: string]
export type TableRow = readonly [table: string, comment: string]

export function tablesOf(columns: readonly ColumnRow[], tables: readonly TableRow[]): SchemaTable[] {
  const comments = new Map(tables)
  const found = new Map<string, SchemaColumn[]>()
  for (const [table, name, type, kind] of columns) {
    const list = found.get(table) ?? []
    found.set(table, list)
    const isKey = kind === 'partition_key' || kind === 'clustering'
    list.push({ name, type, ...(isKey ? { is_key: true } : {}) })
  }
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  return [...found]
    .map(([name, list]) => {
      const description = comments.get(name) ?? ''
      return { name, columns: list.sort(byName), ...(description === '' ? {} : { description }) }
    })
    .sort(byName)
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
