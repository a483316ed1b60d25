import { VisuallyHidden } from '@mantine/core'
import { createElement } from 'react'
import { t } from '#shared/messages/translate.ts'

/** A picture as a table for those who cannot see it. */
export interface PictureTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** rows that were left out */
  more: number
}

/** Rows that such a table gives at most. */
export const maxTableRows = 100

/** The numbers behind a picture, for assistive technology. Pictures that are tables themselves need none. */
export function DataTable({ table, name }: { table: PictureTable; name: string }) {
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

/** Cells have no names of their own to be keyed by: labels may repeat, places never change. */
function tableRow(cells: readonly string[], head: boolean) {
  const cell = (text: string) => (head ? <th scope="col">{text}</th> : <td>{text}</td>)
  return createElement('tr', null, ...cells.map(cell))
}
