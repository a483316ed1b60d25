import { Table } from '@mantine/core'
import {
  type FocusEvent,
  Fragment,
  type Key,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react'
import classes from './rows-table.module.css'

export interface RowsColumn<Row> {
  key: string
  label: string
  /** cells need no visible label: it is for assistive technology only */
  isQuiet?: boolean
  /** if rows are cards, the cells say by themselves what they are, and have no label */
  isPlain?: boolean
  /** class name of its cells */
  className?: string | undefined
  /** if rows are cards: on its own line; otherwise cells share lines */
  isLine?: boolean
  /** null: the row has no such cell */
  cell: (row: Row) => ReactNode
}

interface RowsTableProps<Row> {
  columns: readonly RowsColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  /** px; the table scrolls in narrower windows, and on phones each row is a card */
  minWidth: number
  /** multi-line cells, aligned at the top */
  isLog?: boolean
  /** shows the previous page until the next one is loaded */
  dimmed?: boolean
  /** the complete header of a column that orders the rows; null: its label */
  head?: (column: RowsColumn<Row>) => ReactNode
  /** for rows without focusable elements: name of the box, which then takes the focus for scrolling by keys */
  scrolledAs?: string
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/** The rows of a list or a log. */
export function RowsTable<Row>(props: RowsTableProps<Row>) {
  const { columns, rows, keyOf, minWidth, isLog = false, dimmed = false, head, scrolledAs, onKeyDown } = props
  const focusInRows = useFocusInRows(rows)
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{ type: 'auto', ...(scrolledAs !== undefined && scrolledByKeys(scrolledAs)) }}
      classNames={{ scrollContainerInner: classes.inner ?? '' }}
    >
      <Table
        verticalSpacing={8}
        horizontalSpacing={8}
        highlightOnHover
        className={classes.table}
        data-log={isLog || undefined}
        data-dimmed={dimmed || undefined}
      >
        <Table.Thead data-ordering={head !== undefined || undefined}>
          <Table.Tr>
            {columns.map((column) => (
              <Fragment key={column.key}>{head?.(column) ?? <PlainHead column={column} />}</Fragment>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody {...focusInRows} {...(onKeyDown && { onKeyDown })}>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ key, label, isQuiet, isPlain, isLine, className, cell }) => (
                <Table.Td
                  key={key}
                  className={className}
                  data-label={isQuiet || isPlain || isLine ? undefined : label}
                  data-line={isLine || undefined}
                >
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function PlainHead<Row>({ column: { label, isQuiet = false } }: { column: RowsColumn<Row> }) {
  return (
    <Table.Th className={classes.head}>
      {isQuiet ? <span className="sx-visually-hidden">{label}</span> : label}
    </Table.Th>
  )
}

function scrolledByKeys(label: string) {
  return { viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }
}

/** Removing a row also removes its focused button: the focus moves to the row that takes its place. */
function useFocusInRows(rows: readonly unknown[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  const held = useRef<{ row: HTMLTableRowElement; place: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change with each answer of the server
  useEffect(() => {
    const { current: was } = held
    if (was === null || was.row.isConnected) return
    held.current = null
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) return
    const now = Array.from(body.current?.rows ?? [])
    const next = now[Math.min(was.place, now.length - 1)]
    next?.querySelector<HTMLElement>('[data-row-link], a, button')?.focus()
  }, [rows])
  return {
    ref: body,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest('tr')
      if (row !== null) held.current = { row, place: row.sectionRowIndex }
    },
  }
}
