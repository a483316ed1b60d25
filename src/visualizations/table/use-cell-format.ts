import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import type { ColumnFacts } from '#shared/results/column-facts.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import type { VisualizationData } from '../visualization.ts'
import { cellPaint, hasPaint, type ScaleRange, scaledValue } from './cell-scale.ts'
import type { CellStyle } from './grid-row.tsx'
import { totalKindOf } from './table-totals.ts'
import { useColumnFacts } from './use-column-facts.ts'

export interface CellFormat {
  /** null: no column is painted */
  style: CellStyle | null
  /** of the columns that need them */
  facts: ReadonlyMap<string, ColumnFacts>
  hasTotals: boolean
}

/** Color scales, bars and totals of a table, over all rows of the result. */
export function useCellFormat(data: VisualizationData, columns: readonly TableColumn[]): CellFormat {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const counted = useMemo(
    () => columns.filter((column) => hasPaint(column) || totalKindOf(column) !== null),
    [columns],
  )
  const facts = useColumnFacts(data, counted)
  const style = useMemo(() => {
    const ranges = new Map<string, ScaleRange>()
    for (const column of counted) {
      const range = hasPaint(column) ? rangeOf(facts.get(column.name), column) : null
      if (range !== null) ranges.set(column.name, range)
    }
    if (ranges.size === 0) return null
    return (column: TableColumn, value: unknown) => {
      const range = ranges.get(column.name)
      return range === undefined ? null : cellPaint(column, value, range, scheme)
    }
  }, [counted, facts, scheme])
  return { style, facts, hasTotals: columns.some((column) => totalKindOf(column) !== null) }
}

function rangeOf(facts: ColumnFacts | undefined, { type }: TableColumn): ScaleRange | null {
  const least = scaledValue(facts?.least, type)
  const most = scaledValue(facts?.most, type)
  return least === null || most === null ? null : { least, most }
}
