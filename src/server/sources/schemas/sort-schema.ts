import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'

/**
 * Sorts tables and their columns by name (docs/reference/connectors.md#schema-of-a-data-source). Where the table has
 * another order, its columns say their places.
 */
export function sortSchema(tables: readonly SchemaTable[]): SchemaTable[] {
  return tables.map((table) => ({ ...table, columns: sortColumns(table.columns) })).sort(byName)
}

function sortColumns(columns: readonly SchemaColumn[]): SchemaColumn[] {
  const sorted = [...columns].sort(byName)
  if (sorted.every((column, at) => column === columns[at])) return sorted
  const positions = new Map(columns.map((column, at) => [column, at + 1]))
  return sorted.map((column) => ({ ...column, position: positions.get(column) }))
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
