import { VisuallyHidden } from '@mantine/core'
import { createElement } from 'react'
import { t } from '#shared/messages/translate.ts'

/** The data of a visualization as a table for screen readers. */
export interface AccessibleTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** rows that were left out */
  more: number
}

/** Maximum number of rows in such a table. */
export const maxTableRows = 100

/** Shows the data of a visualization to screen readers. Not needed for visualizations that are tables. */
export function DataTable({ table, name }: { table: AccessibleTable; name: string }) {
  const { columns, rows, more } = table
  if (rows.length === 0) return null
  const caption =
    more > 0
      ? t('{name}: the first {count} of {count2} rows', {
          name,
          count: rows.length,
          count2: rows.length + more,
        })
      : name
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

/** Uses createElement because cells have no unique keys: labels may repeat, and positions never change. */
function tableRow(cells: readonly string[], head: boolean) {
  const cell = (text: string) => (head ? <th scope="col">{text}</th> : <td>{text}</td>)
  return createElement('tr', null, ...cells.map(cell))
}
