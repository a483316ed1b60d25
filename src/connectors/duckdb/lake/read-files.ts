import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { LentParquet, LentTable } from '../../engine-protocol.ts'
import { declaredType, typeText } from '../lent-types.ts'
import { quoted } from '../quoted.ts'
import { emptyTable, plannedTable } from './parquet-views.ts'

/** What a plan needs to leave out partitions. Others would judge files by the stub, which is of one file only. */
const needed = new Set(['expression_rewriter', 'filter_pullup', 'filter_pushdown', 'in_clause'])

/** Conditions that leave every other partition would need a plan for each. */
const maxPlans = 1000

interface Reading {
  text: string
  tables: readonly LentTable[]
  table: LentTable
  parquet: LentParquet
}

interface PlanNode {
  extra_info?: Record<string, unknown>
  children?: PlanNode[]
}

/**
 * The files that the text reads, by their places. DuckDB itself says which partitions its conditions leave: it plans the
 * text over parts of them. Where it cannot (several statements, an error in the text), all files count.
 */
export async function findReadFiles(
  { text, tables, table, parquet }: Reading,
  open: () => Promise<DuckDBInstance>,
): Promise<number[]> {
  const all = parquet.stubs.map((_, partition) => partition)
  const filesOf = (partitions: ReadonlySet<number>) =>
    parquet.files.flatMap(({ partition }, file) => (partitions.has(partition) ? [file] : []))
  if (parquet.partitions.length === 0 || all.length < 2) return filesOf(new Set(all))
  const instance = await open()
  try {
    const connection = await instance.connect()
    await prepare(connection, tables, table)
    if ((await connection.extractStatements(text)).count !== 1) return filesOf(new Set(all))
    const found = new Set<number>()
    let plans = 0
    const search = async (part: readonly number[]): Promise<void> => {
      const reads =
        plans++ > maxPlans ? 'all' : await readsOf(connection, { text, name: table.name, parquet, part })
      if (reads === 'none') return
      if (reads === 'all' || part.length === 1) {
        for (const partition of part) found.add(partition)
        return
      }
      const half = Math.ceil(part.length / 2)
      await search(part.slice(0, half))
      await search(part.slice(half))
    }
    await search(all)
    return filesOf(found)
  } finally {
    instance.closeSync()
  }
}

/** The other tables are there, and empty. */
async function prepare(
  connection: DuckDBConnection,
  tables: readonly LentTable[],
  own: LentTable,
): Promise<void> {
  for (const { name, columns, parquet } of tables) {
    if (name === own.name) continue
    const described = columns.map((each) => `${quoted(each.name)} ${typeText(declaredType(each.type))}`)
    await connection.run(
      parquet === undefined
        ? `create table ${quoted(name)} (${described.join(', ')})`
        : emptyTable(name, parquet),
    )
  }
  const optimizers = await connection.runAndReadAll('select name from duckdb_optimizers()')
  const others = optimizers.getRows().flatMap(([name]) => (needed.has(String(name)) ? [] : [String(name)]))
  await connection.run(`set disabled_optimizers = '${others.join(',')}'`)
}

interface Part {
  text: string
  name: string
  parquet: LentParquet
  part: readonly number[]
}

/** Whether the text reads these partitions: all of them in one place at least, some, or none. */
async function readsOf(
  connection: DuckDBConnection,
  { text, name, parquet, part }: Part,
): Promise<'all' | 'some' | 'none'> {
  const stubs = part.map((partition) => parquet.stubs[partition] ?? '')
  try {
    await connection.run(`create or replace view ${quoted(name)} as ${plannedTable(stubs, parquet)}`)
    const explained = await connection.runAndReadAll(`explain (format json)\n${text}`)
    const nodes: PlanNode[] = JSON.parse(String(explained.getRows().at(-1)?.at(-1)))
    const counts = scansOf(nodes, part.length)
    if (counts.some((count) => count === part.length)) return 'all'
    return counts.some((count) => count > 0) ? 'some' : 'none'
  } catch {
    return 'all'
  }
}

/** How many files each scan of the plan reads: `"Scanning Files": "1/12"`, and nothing where it reads all. */
function scansOf(nodes: readonly PlanNode[], length: number): number[] {
  return nodes.flatMap(({ extra_info: info = {}, children = [] }) => {
    const inner = scansOf(children, length)
    if (!/parquet/i.test(String(info['Function'] ?? ''))) return inner
    const [, count, total] = /^(\d+)\/(\d+)$/.exec(String(info['Scanning Files'] ?? '')) ?? []
    return [...inner, Number(total) === length ? Number(count) : length]
  })
}
