import type { ResultRow } from '../results/typed-result.ts'
import type { WatchedResult } from './alert-rules.ts'
import { extremeFinder, toAlertCell } from './watched-column.ts'

/**
 * Loaded rows as input for the alert rules. Extremes are computed only if all rows of the result are loaded: those of a
 * part could differ from the evaluation.
 */
export function watchRows(
  columns: readonly { name: string }[],
  rows: readonly ResultRow[],
  rowCount: number,
): WatchedResult {
  return {
    row_count: rowCount,
    column(name) {
      const [first] = rows
      if (first === undefined || !columns.some((column) => column.name === name)) return undefined
      const isWhole = rows.length === rowCount
      return { first: toAlertCell(first[name]), extremes: isWhole ? extremesOf(rows, name) : null }
    },
  }
}

function extremesOf(rows: readonly ResultRow[], name: string) {
  const finder = extremeFinder()
  for (const row of rows) if (!finder.add(toAlertCell(row[name]))) break
  return finder.find()
}
