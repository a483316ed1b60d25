import { Table } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { QueryInList } from '#shared/queries/queries-api.ts'
import { SortHeader } from '#web/ui/sort-header.tsx'
import type { ListKind } from './list-kinds.ts'
import { nextOrder, type OrderKey } from './list-state.ts'
import classes from './queries-list.module.css'
import { defaultOrder } from './queries-list-query.ts'
import { QueryRow } from './query-row.tsx'

interface QueriesTableProps {
  queries: readonly QueryInList[]
  kind: ListKind
  order: string | null
  /** without an order the rows are then in the order of relevance */
  searching: boolean
  /** an older page stays while the next is on its way */
  dimmed: boolean
  onOrder: (order: string) => void
  onTag: (tag: string) => void
}

const columns: readonly { key: OrderKey; label: string; numeric?: boolean }[] = [
  { key: 'name', label: 'Name' },
  { key: 'created_by', label: 'Created By' },
  { key: 'created_at', label: 'Created At' },
  { key: 'runtime', label: 'Runtime', numeric: true },
  { key: 'executed_at', label: 'Last Executed At' },
  { key: 'schedule', label: 'Update Schedule' },
]

export function QueriesTable({ queries, kind, order, searching, dimmed, onOrder, onTag }: QueriesTableProps) {
  const shown = order ?? (searching ? '' : defaultOrder)
  const header = (key: OrderKey, label: string, numeric?: boolean) => (
    <SortHeader
      key={key}
      label={label}
      numeric={numeric}
      direction={directionOf(shown, key)}
      onSort={() => onOrder(nextOrder(shown, key))}
    />
  )
  return (
    <Table.ScrollContainer minWidth={820} scrollAreaProps={{ type: 'auto' }}>
      <Table
        verticalSpacing={8}
        horizontalSpacing={8}
        highlightOnHover
        className={classes.table}
        data-dimmed={dimmed || undefined}
      >
        <Table.Thead>
          <Table.Tr>
            {kind === 'favorites' ? (
              header('starred_at', 'Starred')
            ) : (
              <Table.Th className={classes.starHead}>
                <span className="sx-visually-hidden">Favorite</span>
              </Table.Th>
            )}
            {columns.map(({ key, label, numeric }) => header(key, label, numeric))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveBetweenRows}>
          {queries.map((query) => (
            <QueryRow key={query.id} query={query} onTag={onTag} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function directionOf(order: string, key: OrderKey): 'ascending' | 'descending' | null {
  if (order === key) return 'ascending'
  return order === `-${key}` ? 'descending' : null
}

const rowLinks = (within: Element | null): HTMLElement[] =>
  Array.from(within?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])

/** Down and up go to the name in the next and the previous row, Home and End to the first and the last. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const links = rowLinks(event.currentTarget)
  const row = event.target instanceof Element ? event.target.closest('tr') : null
  const at = links.findIndex((link) => link.closest('tr') === row)
  const places: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  }
  const next = links[places[event.key] ?? -1]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

export function focusFirstRow(within: Element | null): void {
  rowLinks(within)[0]?.focus()
}
