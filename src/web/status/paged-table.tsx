import { type Key, useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'

/** See docs/reference/screens-administration.md#status-pages. */
const usualSize = 25
const sizes = [10, 25, 50]

interface PagedTableProps<Row> {
  /** subject of the table, for assistive technology */
  label: string
  columns: readonly RowsColumn<Row>[]
  rows: readonly Row[]
  minWidth: number
  empty: string
  keyOf: (row: Row) => Key
}

/** A client-side paged table. If rows disappear, the last page is shown. */
export function PagedTable<Row>({ label, columns, rows, minWidth, empty, keyOf }: PagedTableProps<Row>) {
  const [size, setSize] = useState(usualSize)
  const [wanted, setWanted] = useState(1)
  if (rows.length === 0) return <EmptyState size="compact" title={empty} />
  const page = Math.min(wanted, Math.ceil(rows.length / size))
  return (
    <>
      <RowsTable
        columns={columns}
        rows={rows.slice((page - 1) * size, page * size)}
        keyOf={keyOf}
        minWidth={minWidth}
        isLog
        scrolledAs={label}
      />
      <ListPaging
        page={page}
        pageSize={size}
        total={rows.length}
        sizes={sizes}
        hiddenUpTo={sizes[0] ?? usualSize}
        onPage={setWanted}
        onPageSize={setSize}
      />
    </>
  )
}
