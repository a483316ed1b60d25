import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { QueryFailed } from '../connector-errors.ts'

/**
 * One row per table or view that the user may select from: schema, table, comment, and its columns as parallel JSON
 * arrays of names, types and comments, in the order of the table. The subquery calls the privilege functions once per table;
 * columns are checked only if the user may not select the whole table.
 */
export const catalogueText = `
select t.nspname, t.relname, obj_description(t.oid, 'pg_class'),
  json_agg(a.attname order by a.attnum),
  json_agg(format_type(a.atttypid, null) order by a.attnum),
  json_agg(d.description order by a.attnum) filter (where t.is_described)
from (
  select c.oid, n.nspname, c.relname, has_table_privilege(c.oid, 'SELECT') as is_whole,
    exists (select from pg_catalog.pg_description d
      where d.objoid = c.oid and d.classoid = 'pg_catalog.pg_class'::regclass and d.objsubid > 0) as is_described
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'f', 'p', 'm')
    and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    and not pg_is_other_temp_schema(n.oid) and has_schema_privilege(n.oid, 'USAGE')
  offset 0
) t
join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  and (t.is_whole or has_column_privilege(t.oid, a.attnum, 'SELECT'))
left join pg_catalog.pg_description d on t.is_described
  and d.objoid = t.oid and d.classoid = 'pg_catalog.pg_class'::regclass and d.objsubid = a.attnum
group by t.oid, t.nspname, t.relname`

/** Keys of the tables: one row per column of a primary key, and per column of a foreign key with what it points to. */
export const keysText = `
select n.nspname, c.relname, a.attname, tn.nspname, t.relname, ta.attname
from pg_catalog.pg_constraint k
join pg_catalog.pg_class c on c.oid = k.conrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
cross join lateral generate_subscripts(k.conkey, 1) at
join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[at]
left join pg_catalog.pg_class t on t.oid = k.confrelid and k.contype = 'f'
left join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
left join pg_catalog.pg_attribute ta on ta.attrelid = k.confrelid and ta.attnum = k.confkey[at]
where k.contype in ('p', 'f') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`

/** schema, table, column, and of a foreign key the same of its target; nulls for a primary key */
export type KeyRow = readonly [string, string, string, string | null, string | null, string | null]

/** schema, table, comment, JSON of column names, of types, of comments (null when no column has one) */
export type CatalogueRow = readonly [string, string, string | null, string, string, string | null]

/**
 * Tables as the schema browser names them (docs/reference/connectors.md#postgresql-schema), sorted by name, with their
 * keys. Throws QueryFailed.
 */
export function tablesOf(rows: readonly CatalogueRow[], keys: readonly KeyRow[] = []): SchemaTable[] {
  const nameOf = tableNames(rows)
  const tables = rows.map(([schema, name, description, names, types, descriptions]) => ({
    name: nameOf(schema, name),
    columns: columnsOf(names, types, descriptions),
    ...(description ? { description } : {}),
  }))
  markKeys(tables, keys, nameOf)
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** How the tables of these rows (schema, table, …) are shown. */
export function tableNames(rows: readonly (readonly [string, string, ...unknown[]])[]) {
  const qualified = new Set(
    rows.filter(([schema]) => schema !== 'public').map(([schema, name]) => qualify(schema, name)),
  )
  return (schema: string, name: string): string =>
    schema === 'public' && !qualified.has(name) ? name : qualify(schema, name)
}

/** What the user may not see is in no list, so keys never name it. */
function markKeys(
  tables: readonly SchemaTable[],
  keys: readonly KeyRow[],
  nameOf: (schema: string, name: string) => string,
): void {
  if (keys.length === 0) return
  const columns = new Map<string, Map<string, SchemaColumn>>()
  for (const table of tables) {
    columns.set(table.name, new Map(table.columns.map((column) => [column.name, column])))
  }
  for (const [schema, table, name, toSchema, toTable, toColumn] of keys) {
    const column = columns.get(nameOf(schema, table))?.get(name)
    if (column === undefined) continue
    if (toSchema === null || toTable === null || toColumn === null) column.is_key = true
    else {
      const target = nameOf(toSchema, toTable)
      if (columns.get(target)?.has(toColumn)) column.references = { table: target, column: toColumn }
    }
  }
}

function qualify(schema: string, table: string): string {
  return table.includes('.') ? `${schema}."${table}"` : `${schema}.${table}`
}

function columnsOf(names: string, types: string, descriptions: string | null): SchemaColumn[] {
  const typeList = listOf(types)
  const descriptionList = descriptions === null ? [] : listOf(descriptions)
  return listOf(names).map((name, index) => {
    const description = descriptionList[index]
    return { name: name ?? '', type: typeList[index] ?? undefined, ...(description ? { description } : {}) }
  })
}

/** PostgreSQL's own limit. */
const maxTableColumns = 1664

/**
 * Parses a list of strings and nulls. Anything else that a server may send could take seconds to parse, so it is
 * refused first.
 */
function listOf(json: string): (string | null)[] {
  if (isFlatList(json)) {
    try {
      return JSON.parse(json) as (string | null)[]
    } catch {
      // reported below
    }
  }
  throw new QueryFailed('The server answered with a list of columns that no table of PostgreSQL has.')
}

function isFlatList(json: string): boolean {
  if (!json.startsWith('[')) return false
  let isQuoted = false
  let commas = 0
  for (let at = 1; at < json.length; at++) {
    const char = json[at]
    if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) {
      if (char === '\\') at++
    } else if (char === ',') commas++
    else if (char === '[' || char === '{') return false
  }
  return commas < maxTableColumns
}
