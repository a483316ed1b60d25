import { type ReactNode, useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { LogTable } from '#web/ui/log-table.tsx'

/** Part 2, section 9. */
const usualSize = 25
const sizes = [10, 25, 50]

interface PagedTableProps<Row> {
  /** what the table is of, for those who do not see it */
  label: string
  columns: readonly ReactNode[]
  rows: readonly Row[]
  minWidth: number
  empty: string
  /** a `Table.Tr` with its key */
  row: (row: Row) => ReactNode
}

/** All rows are there; they are shown by pages. Fewer rows than before end on the last page. */
export function PagedTable<Row>({ label, columns, rows, minWidth, empty, row }: PagedTableProps<Row>) {
  const [size, setSize] = useState(usualSize)
  const [wanted, setWanted] = useState(1)
  if (rows.length === 0) return <EmptyState size="compact" title={empty} />
  const page = Math.min(wanted, Math.ceil(rows.length / size))
  return (
    <>
      <LogTable columns={columns} minWidth={minWidth} dimmed={false} scrolledAs={label}>
        {rows.slice((page - 1) * size, page * size).map(row)}
      </LogTable>
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
