import type { DuckDBConnection } from '@duckdb/node-api'
import type { LentTable } from '../engine-protocol.ts'
import { emptyTable } from './lake/parquet-views.ts'
import { declaredType, typeText } from './lent-types.ts'
import { quoted } from './quoted.ts'

/** The optimizer that leaves out what a plan does not need: the only one, so that nothing else hides a column. */
const pruning = 'unused_columns'

interface PlanNode {
  extra_info?: { Table?: unknown; Projections?: unknown }
  children?: PlanNode[]
}

/**
 * The columns of each table that the text reads, by their places. DuckDB itself says so: it plans the text over empty
 * tables. Where it cannot (several statements, a text that does not fit the guessed types), all columns count.
 */
export async function findUsedColumns(
  connection: DuckDBConnection,
  text: string,
  tables: readonly LentTable[],
): Promise<ReadonlySet<number>[]> {
  const all = tables.map((table) => new Set(table.columns.keys()))
  if ((await connection.extractStatements(text)).count !== 1) return all
  for (const table of tables) {
    if (table.parquet !== undefined) {
      await connection.run(emptyTable(table.name, table.parquet))
      continue
    }
    const columns = table.columns.map(({ name, type }) => `${quoted(name)} ${typeText(declaredType(type))}`)
    await connection.run(`create table ${quoted(table.name)} (${columns.join(', ')})`)
  }
  const plan = await planOf(connection, text)
  if (plan === null) return all
  const read = new Map<string, Set<string>>()
  for (const { table, columns } of scansOf(plan)) {
    const known = read.get(table) ?? new Set()
    for (const column of columns) known.add(column)
    read.set(table, known)
  }
  return tables.map((table, index) => {
    const names = read.get(table.name)
    const places = table.columns.flatMap(({ name }, place) => (names?.has(name) ? [place] : []))
    // a table that is missing, or a name that is none of its own, was not understood
    const isClear = names !== undefined && places.length === names.size
    return isClear ? new Set(places) : (all[index] as Set<number>)
  })
}

async function planOf(connection: DuckDBConnection, text: string): Promise<PlanNode[] | null> {
  const optimizers = await connection.runAndReadAll('select name from duckdb_optimizers()')
  const others = optimizers.getRows().flatMap(([name]) => (name === pruning ? [] : [String(name)]))
  await connection.run(`set disabled_optimizers = '${others.join(',')}'`)
  await connection.run('set lock_configuration = true')
  try {
    const explained = await connection.runAndReadAll(`explain (format json)\n${text}`)
    return JSON.parse(String(explained.getRows().at(-1)?.at(-1)))
  } catch {
    return null
  }
}

/** Every reading of a table: `"Projections": "a"`, `["a", "b"]`, or `""` for none. */
function scansOf(nodes: readonly PlanNode[]): { table: string; columns: string[] }[] {
  return nodes.flatMap(({ extra_info: info, children = [] }) => {
    const inner = scansOf(children)
    if (typeof info?.Table !== 'string') return inner
    const { Projections: projections = ['?'] } = info
    const columns = [projections].flat().filter((name) => name !== '')
    return [
      ...inner,
      { table: info.Table.slice(info.Table.lastIndexOf('.') + 1), columns: columns.map(String) },
    ]
  })
}
