import type { ColumnType } from '#shared/results/results-api.ts'
import { QueryFailed } from '../../connector-errors.ts'
import type { EngineRun } from '../../engine-child.ts'
import type { EngineCell } from '../../engine-protocol.ts'
import { maxColumns } from '../../result-limits.ts'
import { rowBatch } from '../../row-batch.ts'
import type { CellEvidence } from './text-types.ts'

/** A row of a file. Cells are texts of the file, in the order of the columns; those at the end may be missing. */
export interface FileRow {
  /** where it is: `Line 17` */
  place: string
  cells: (string | null)[]
}

/** A file while it is read: `names` grows where columns are found on the way. */
export interface FileReading {
  names: string[]
  /** rows that are made when they are asked for: many small ones would need more memory than their text */
  groups: AsyncIterable<Iterable<FileRow>>
}

/** How the cells of a format are written. */
export interface CellRules {
  evidence(): CellEvidence
  /** the JSON text of a cell; null: it is not of the type */
  reader(type: ColumnType): (cell: string) => string | null
}

/**
 * Reads the file twice: for the types of its columns, and then its rows. So a column has the type of all of its cells,
 * not of the first ones. `types`: those that a person has chosen; a cell that does not fit is an error that names it.
 */
export async function readRows(
  open: () => FileReading,
  rules: CellRules,
  types: readonly (ColumnType | null)[],
): Promise<EngineRun> {
  const first = open()
  const evidence: CellEvidence[] = []
  for await (const rows of first.groups) {
    for (const { cells } of rows) {
      for (let at = 0; at < cells.length; at++) {
        const cell = cells[at] as string | null
        if (cell === null || types[at]) continue
        evidence[at] ??= rules.evidence()
        evidence[at]?.see(cell)
      }
    }
  }
  const columns = first.names.map((name, at) => ({
    name: name.trim() === '' ? `column_${at + 1}` : name.trim(),
    type: types[at] ?? evidence[at]?.type() ?? ('string' as const),
  }))
  if (columns.length === 0) throw new QueryFailed('The file is empty.')
  return { columns, batches: encodeRows(open(), rules, columns) }
}

async function* encodeRows(
  { groups }: FileReading,
  rules: CellRules,
  columns: readonly { name: string; type: ColumnType }[],
): AsyncGenerator<EngineCell[][]> {
  const readers = columns.map(({ type }) => rules.reader(type))
  const batch = rowBatch()
  for await (const rows of groups) {
    for (const { place, cells } of rows) {
      const row: EngineCell[] = new Array(columns.length).fill(null)
      for (let at = 0; at < cells.length; at++) {
        const cell = cells[at] as string | null
        if (cell !== null) row[at] = readers[at]?.(cell) ?? misfit(place, columns[at], cell)
      }
      const full = batch.add(row)
      if (full !== null) yield full
    }
  }
  const rest = batch.rest()
  if (rest.length > 0) yield rest
}

const namesOfTypes: Readonly<Record<ColumnType, string>> = {
  integer: 'a whole number',
  float: 'a number',
  boolean: 'true or false',
  date: 'a day such as 2026-01-31',
  datetime: 'a time such as 2026-01-31 23:59:00',
  string: 'a text',
}
const shownLength = 60

function misfit(place: string, column: { name: string; type: ColumnType } | undefined, cell: string): never {
  const shown = cell.length > shownLength ? `${cell.slice(0, shownLength)}…` : cell
  const { name = '', type = 'string' as const } = column ?? {}
  throw new QueryFailed(`${place}, column "${name}": "${shown}" is not ${namesOfTypes[type]}.`)
}

export function requireFewColumns(count: number): void {
  if (count <= maxColumns) return
  throw new QueryFailed(
    `The file has more than ${maxColumns.toLocaleString('en-US')} columns, which is the limit.`,
  )
}
