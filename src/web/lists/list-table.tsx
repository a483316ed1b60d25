import { Table } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { t } from '#shared/messages/translate.ts'
import { SortHeader } from '#web/ui/sort-header.tsx'
import classes from './list.module.css'
import type { ListedItem, ListKind, ListPlace } from './list-kind.ts'
import { ListRow } from './list-row.tsx'
import { nextOrder } from './list-state.ts'

interface ListTableProps<Item extends ListedItem> {
  kind: ListKind<Item>
  place: ListPlace<Item>
  items: readonly Item[]
  /** null: that of relevance */
  order: string | null
  /** an older page stays while the next is on its way */
  dimmed: boolean
  onOrder: (order: string) => void
  onTag: (tag: string) => void
}

const firstColumns = [
  { key: 'name', label: t('Name') },
  { key: 'created_by', label: t('Created By') },
  { key: 'created_at', label: t('Created At') },
] as const

export function ListTable<Item extends ListedItem>(props: ListTableProps<Item>) {
  const { kind, place, items, order, dimmed, onOrder, onTag } = props
  const header = ({ key, label, look }: { key: string; label: string; look?: string }) =>
    kind.orderKeys.includes(key) ? (
      <SortHeader
        key={key}
        label={label}
        numeric={look === 'number'}
        direction={directionOf(order, key)}
        onSort={() => onOrder(nextOrder(order, key))}
      />
    ) : (
      <Table.Th key={key} className={classes.head}>
        {label}
      </Table.Th>
    )
  return (
    <Table.ScrollContainer minWidth={kind.minWidth} scrollAreaProps={{ type: 'auto' }}>
      <Table
        verticalSpacing={8}
        horizontalSpacing={8}
        highlightOnHover
        className={classes.table}
        data-dimmed={dimmed || undefined}
      >
        <Table.Thead>
          <Table.Tr>
            {place.isStarred ? (
              header({ key: 'starred_at', label: t('Starred') })
            ) : (
              <Table.Th className={classes.starHead}>
                <span className="sx-visually-hidden">{t('Favorite')}</span>
              </Table.Th>
            )}
            {firstColumns.map(header)}
            {kind.columns.map(header)}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveBetweenRows}>
          {items.map((item) => (
            <ListRow key={item.id} kind={kind} item={item} onTag={onTag} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

export function directionOf(order: string | null, key: string): 'ascending' | 'descending' | null {
  if (order === key) return 'ascending'
  return order === `-${key}` ? 'descending' : null
}

const rowLinks = (within: Element | null): HTMLElement[] =>
  Array.from(within?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])

/** Down and up go to the name in the next and the previous row, Home and End to the first and the last. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
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
