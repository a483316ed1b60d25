import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'

const hiddenSchemas = [
  ...['guest', 'INFORMATION_SCHEMA', 'sys', 'db_owner', 'db_accessadmin', 'db_securityadmin', 'db_ddladmin'],
  ...['db_backupoperator', 'db_datareader', 'db_datawriter', 'db_denydatareader', 'db_denydatawriter'],
]
  .map((name) => `'${name}'`)
  .join(', ')

export const columnsText = `select TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE
from INFORMATION_SCHEMA.COLUMNS where TABLE_SCHEMA not in (${hiddenSchemas})
order by TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION`

/** of tables (no column) and of columns */
export const descriptionsText = `select s.name, o.name, c.name, cast(p.value as nvarchar(4000))
from sys.extended_properties p join sys.objects o on o.object_id = p.major_id
join sys.schemas s on s.schema_id = o.schema_id
left join sys.columns c on c.object_id = p.major_id and c.column_id = p.minor_id
where p.class = 1 and p.name = 'MS_Description' and (p.minor_id = 0 or c.name is not null)`

/** primary keys (no target) and foreign keys */
export const keysText = `select s.name, t.name, c.name, null, null, null
from sys.indexes i join sys.index_columns k on k.object_id = i.object_id and k.index_id = i.index_id
join sys.columns c on c.object_id = k.object_id and c.column_id = k.column_id
join sys.tables t on t.object_id = i.object_id join sys.schemas s on s.schema_id = t.schema_id
where i.is_primary_key = 1
union all
select s.name, t.name, c.name, rs.name, rt.name, rc.name
from sys.foreign_key_columns f
join sys.tables t on t.object_id = f.parent_object_id join sys.schemas s on s.schema_id = t.schema_id
join sys.columns c on c.object_id = f.parent_object_id and c.column_id = f.parent_column_id
join sys.tables rt on rt.object_id = f.referenced_object_id join sys.schemas rs on rs.schema_id = rt.schema_id
join sys.columns rc on rc.object_id = f.referenced_object_id and rc.column_id = f.referenced_column_id`

export type ColumnRow = readonly [schema: string, table: string, column: string, type: string]
export type DescriptionRow = readonly [
  schema: string,
  table: string,
  column: string | null,
  text: string | null,
]
export type KeyRow = readonly [
  ...[schema: string, table: string, column: string],
  ...[toSchema: string | null, toTable: string | null, toColumn: string | null],
]

/** `schema.table` sorted by name, as always in SQL Server: `dbo.users`. */
export function tablesOf(
  columns: readonly ColumnRow[],
  descriptions: readonly DescriptionRow[],
  keys: readonly KeyRow[],
): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const [schema, tableName, name, type] of columns) {
    const fullName = `${schema}.${tableName}`
    const table = tables.get(fullName) ?? { name: fullName, columns: [] }
    table.columns.push({ name, type })
    tables.set(fullName, table)
  }
  const columnOf = (schema: string, table: string, name: string) =>
    tables.get(`${schema}.${table}`)?.columns.find((column) => column.name === name)
  for (const [schema, tableName, name, text] of descriptions) {
    if (!text) continue
    const described = name === null ? tables.get(`${schema}.${tableName}`) : columnOf(schema, tableName, name)
    if (described !== undefined) described.description = text
  }
  for (const [schema, tableName, name, toSchema, toTable, toColumn] of keys) {
    const column = columnOf(schema, tableName, name)
    if (column === undefined) continue
    if (toTable === null || toColumn === null) column.is_key = true
    else if (tables.has(`${toSchema}.${toTable}`))
      column.references = { table: `${toSchema}.${toTable}`, column: toColumn }
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
