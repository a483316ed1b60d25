import { VisuallyHidden } from '@mantine/core'
import { createElement, useMemo } from 'react'
import type { CartesianModel } from './chart-model.ts'
import type { PieModel } from './chart-pie.ts'
import { chartTable } from './chart-table.ts'

/** The chart as a table, for assistive technology only. */
export function ChartDataTable({ model, name }: { model: CartesianModel | PieModel; name: string }) {
  const { columns, rows, more } = useMemo(() => chartTable(model), [model])
  if (rows.length === 0) return null
  const caption = more > 0 ? `${name}: the first ${rows.length} of ${rows.length + more} rows` : name
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{caption}</caption>
        <thead>{tableRow(columns, true)}</thead>
        {createElement('tbody', null, ...rows.map((row) => tableRow(row, false)))}
      </table>
    </VisuallyHidden>
  )
}

/** Cells have no names of their own to be keyed by: labels may repeat, places never change. */
function tableRow(cells: readonly string[], head: boolean) {
  const cell = (text: string) => (head ? <th scope="col">{text}</th> : <td>{text}</td>)
  return createElement('tr', null, ...cells.map(cell))
}
