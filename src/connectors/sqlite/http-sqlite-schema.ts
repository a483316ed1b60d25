import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'

/** Tables and views with their columns, in one question. */
export const columnsText = String.raw`SELECT m.name, p.name, p.type FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND m.name NOT LIKE 'libsql\_%' ESCAPE '\' ORDER BY m.name, p.cid`

export function tablesOf(rows: readonly (readonly string[])[]): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const [table = '', name = '', type = ''] of rows) {
    const found = tables.get(table) ?? { name: table, columns: [] }
    tables.set(table, found)
    found.columns.push({ name, ...(type === '' ? {} : { type }) })
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
