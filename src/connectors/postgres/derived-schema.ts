import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { tableNames } from './postgres-schema.ts'

/**
 * One row per column, with joins that each database derived from PostgreSQL knows. Unlike PostgreSQL's own question
 * (`catalogueText`), it needs no aggregates.
 */
export const derivedCatalogueText = `
select n.nspname, c.relname, a.attname, format_type(a.atttypid, null), t.description, d.description
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_catalog.pg_description t
  on t.objoid = c.oid and t.objsubid = 0 and t.classoid = 'pg_catalog.pg_class'::regclass
left join pg_catalog.pg_description d
  on d.objoid = c.oid and d.objsubid = a.attnum and d.classoid = 'pg_catalog.pg_class'::regclass
where c.relkind in ('r', 'v', 'f', 'p', 'm')
  and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'pg_extension', 'crdb_internal')
  and has_schema_privilege(n.nspname, 'USAGE') and has_table_privilege(c.oid, 'SELECT')
order by n.nspname, c.relname, a.attnum`

const risingwaveSystem = "('pg_catalog', 'information_schema', 'rw_catalog')"

/** RisingWave has no privilege functions, and lists materialized views without types in one place only. */
export const risingwaveCatalogueText = `
select table_schema, table_name, column_name, data_type, null, null, ordinal_position
from information_schema.columns where table_schema not in ${risingwaveSystem}
union all
select n.nspname, c.relname, a.attname, null, null, null, a.attnum
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relkind in ('m', 'f', 'p') and n.nspname not in ${risingwaveSystem}
order by 1, 2, 7`

/** Tables of external schemas (Spectrum) are not in the catalogue of PostgreSQL, and have no privileges of their own. */
export const redshiftCatalogueText = `
select table_schema, table_name, column_name, data_type, null, remarks
from (
  select distinct table_schema, table_name, column_name, data_type, remarks, ordinal_position
  from svv_columns
  where table_schema not in ('pg_internal', 'pg_catalog', 'information_schema') and table_schema not like 'pg_temp_%'
) c
where has_schema_privilege(table_schema, 'USAGE') and (
  table_schema in (select schemaname from svv_external_schemas)
  or has_table_privilege(
    '"' || replace(table_schema, '"', '""') || '"."' || replace(table_name, '"', '""') || '"', 'SELECT'))
order by table_schema, table_name, ordinal_position`

/** schema, table, column, type, comments of the table and the column */
type ColumnRow = readonly [string, string, string, string | null, string | null, string | null]

/** Tables sorted by name, their columns in the order of the rows. A column that comes twice keeps its type. */
export function tablesOfColumns(rows: readonly unknown[]): SchemaTable[] {
  const all = rows as readonly ColumnRow[]
  const nameOf = tableNames(all)
  const tables = new Map<string, { table: SchemaTable; columns: Map<string, SchemaColumn> }>()
  for (const [schema, tableName, name, type, tableComment, comment] of all) {
    const fullName = nameOf(schema, tableName)
    let found = tables.get(fullName)
    if (found === undefined) {
      const table = { name: fullName, columns: [], ...(tableComment ? { description: tableComment } : {}) }
      found = { table, columns: new Map() }
      tables.set(fullName, found)
    }
    const column = found.columns.get(name) ?? { name }
    if (!found.columns.has(name)) {
      found.columns.set(name, column)
      found.table.columns.push(column)
    }
    if (type) column.type = type
    if (comment) column.description = comment
  }
  return [...tables.values()].map(({ table }) => table).sort((one, other) => (one.name < other.name ? -1 : 1))
}
