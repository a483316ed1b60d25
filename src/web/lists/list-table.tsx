import type { KeyboardEvent } from 'react'
import { t } from '#shared/messages/translate.ts'
import { FavoriteStar } from '#web/favorites/favorite-star.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import classes from './list.module.css'
import { createdAtColumn, createdByColumn, orderingHeads } from './list-cells.tsx'
import type { ListedItem, ListKind, ListPlace } from './list-kind.ts'
import { ListName } from './list-name.tsx'

interface ListTableProps<Item extends ListedItem> {
  kind: ListKind<Item>
  place: ListPlace<Item>
  items: readonly Item[]
  /** null: by relevance */
  order: string | null
  /** shows the previous page until the next one is loaded */
  dimmed: boolean
  onOrder: (order: string) => void
  onTag: (tag: string) => void
}

export function ListTable<Item extends ListedItem>(props: ListTableProps<Item>) {
  const { kind, place, items, order, dimmed, onOrder, onTag } = props
  return (
    <RowsTable<Item>
      columns={columnsOf(kind, place, onTag)}
      rows={items}
      keyOf={({ id }) => id}
      minWidth={kind.minWidth}
      dimmed={dimmed}
      head={orderingHeads(kind.orderKeys, order, onOrder)}
      onKeyDown={moveBetweenRows}
    />
  )
}

function columnsOf<Item extends ListedItem>(
  kind: ListKind<Item>,
  place: ListPlace<Item>,
  onTag: (tag: string) => void,
): RowsColumn<Item>[] {
  return [
    {
      ...(place.isStarred
        ? { key: 'starred_at', label: t('Starred') }
        : { key: 'favorite', label: t('Favorite') }),
      ...{ isQuiet: true, className: classes.star },
      cell: (item) => <FavoriteStar kind={kind.star} item={item} />,
    },
    {
      ...{ key: 'name', label: t('Name'), className: classes.nameCell, isLine: true },
      cell: (item) => <ListName kind={kind} item={item} onTag={onTag} />,
    },
    createdByColumn,
    createdAtColumn,
    ...kind.columns.map(({ look, ...column }) => ({ ...column, className: classes[look] })),
  ]
}

const rowLinks = (within: Element | null): HTMLElement[] =>
  Array.from(within?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])

/** Up and Down move to the name in the previous and next row, Home and End to the first and last row. */
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
