import { useEffect, useState } from 'react'
import type { TableColumn } from '../parts/columns/column-options.ts'
import type { Row } from '../visualization.ts'
import { maxReadRows, readRange } from './copy-selection.ts'
import { type CellRange, rangeOf, type Selection } from './grid-selection.ts'
import { createFigureCounter, type SelectionFigures } from './selection-figures.ts'
import type { TableState } from './use-table.ts'

/** Milliseconds that a selection rests before its figures are computed. */
const restMs = 60

export interface ShownFigures {
  /** null while rows are read, or when there are too many */
  figures: SelectionFigures | null
  isTooLarge: boolean
}

/** The figures of the selected cells. Rows that are not here are read first. */
export function useSelectionFigures(
  selection: Selection | null,
  columns: readonly TableColumn[],
  { rowAt, read }: Pick<TableState, 'rowAt' | 'read'>,
): ShownFigures | null {
  const key = selection === null ? null : JSON.stringify(rangeOf(selection))
  const [known, setKnown] = useState<{ key: string; columns: unknown; figures: SelectionFigures } | null>(
    null,
  )
  const range = key === null ? null : (JSON.parse(key) as CellRange)
  const isTooLarge = range !== null && range.lastRow - range.firstRow >= maxReadRows
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the range; what reads rows changes with every rendering
  useEffect(() => {
    if (range === null || key === null || isTooLarge) return
    const abort = new AbortController()
    const count = (rows: readonly Row[]) => {
      if (abort.signal.aborted) return
      setKnown({
        key,
        columns,
        figures: figuresOf(rows, columns.slice(range.firstColumn, range.lastColumn + 1)),
      })
    }
    const timer = setTimeout(() => {
      const here: Row[] = []
      for (let place = range.firstRow; place <= range.lastRow; place++) {
        const row = rowAt(place)
        if (row === undefined) break
        here.push(row)
      }
      if (here.length === range.lastRow - range.firstRow + 1) count(here)
      // a failure shows where the rows are shown
      else readRange(range, read, abort.signal).then(count, () => undefined)
    }, restMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [key, columns, isTooLarge])
  if (selection === null) return null
  return { figures: known?.key === key && known.columns === columns ? known.figures : null, isTooLarge }
}

function figuresOf(rows: readonly Row[], columns: readonly TableColumn[]): SelectionFigures {
  const counter = createFigureCounter()
  for (const row of rows) for (const { name, type } of columns) counter.add(row[name], type)
  return counter.figures()
}
