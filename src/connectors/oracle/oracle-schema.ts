import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'

const hiddenOwners = [
  ...['SYS', 'SYSTEM', 'ORDSYS', 'CTXSYS', 'WMSYS', 'MDSYS', 'ORDDATA', 'XDB', 'OUTLN', 'DMSYS', 'DSSYS'],
  ...['EXFSYS', 'LBACSYS', 'TSMSYS'],
]
  .map((name) => `'${name}'`)
  .join(', ')

export const columnsText = `SELECT owner, table_name, column_name, data_type, data_precision, data_scale, char_length
FROM all_tab_cols WHERE hidden_column = 'NO' AND owner NOT IN (${hiddenOwners})
AND owner NOT IN (SELECT username FROM all_users WHERE oracle_maintained = 'Y')`

/** `OWNER.TABLE` */
export function tablesOf(rows: readonly (readonly unknown[])[]): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const row of rows) {
    const [owner, table, name, type, precision, scale, length] = row
    const fullName = `${owner}.${table}`
    const found = tables.get(fullName) ?? { name: fullName, columns: [] }
    tables.set(fullName, found)
    found.columns.push({
      name: String(name),
      type: typeText(String(type ?? ''), numberOf(precision), numberOf(scale), numberOf(length)),
    })
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function numberOf(cell: unknown): number {
  return cell === null || cell === undefined ? 0 : Number(cell)
}

/** As in a definition: `NUMBER(10,2)`, `VARCHAR2(30)`. */
function typeText(type: string, precision: number, scale: number, length: number): string {
  if (type === 'NUMBER' && precision > 0)
    return scale === 0 ? `NUMBER(${precision})` : `NUMBER(${precision},${scale})`
  return /CHAR/.test(type) && length > 0 ? `${type}(${length})` : type
}
