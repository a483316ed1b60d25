import type { SqlStyle } from '../data-sources/data-sources-api.ts'

/** The text that reads the first rows of a table, whose name is quoted already. */
export function previewText(table: string, rows: number, dialect: SqlStyle['dialect'] = 'standard'): string {
  if (dialect === 'mssql') return `select top ${rows} * from ${table}`
  if (dialect === 'oracle') return `select * from ${table} fetch first ${rows} rows only`
  return `select * from ${table} limit ${rows}`
}
