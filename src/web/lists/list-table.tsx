import { Checkbox, Table, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { FavoriteStar } from '#web/favorites/favorite-star.tsx'
import { usePermission } from '#web/session/use-session.ts'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import classes from './list.module.css'
import { createdAtColumn, createdByColumn, orderingHeads } from './list-cells.tsx'
import type { ListedItem, ListKind, ListPlace } from './list-kind.ts'
import { listWords } from './list-words.ts'

/** More tags would make a row taller than the screen. */
const tagsShown = 5

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
  const mayEdit = usePermission('edit_query')
  const [chosen, setChosen] = useState<readonly number[]>([])
  // what is not shown any more cannot be acted on unseen
  const selected = items.filter(({ id }) => chosen.includes(id))
  const { bulk: BulkBar } = kind
  const isSelectable = BulkBar !== undefined && mayEdit
  const columns = columnsOf(kind, place, onTag)
  const ordering = orderingHeads(kind.orderKeys, order, onOrder)
  const all = (
    <Checkbox
      size="xs"
      aria-label={t('Select all')}
      checked={selected.length === items.length}
      indeterminate={selected.length > 0 && selected.length < items.length}
      onChange={() => setChosen(selected.length === items.length ? [] : items.map(({ id }) => id))}
    />
  )
  const select: RowsColumn<Item> = {
    ...{ key: 'select', label: t('Select'), isQuiet: true, className: classes.select },
    cell: ({ id, name }) => (
      <Checkbox
        size="xs"
        aria-label={t('Select {name}', { name })}
        checked={chosen.includes(id)}
        onChange={() =>
          setChosen((known) => (known.includes(id) ? known.filter((one) => one !== id) : [...known, id]))
        }
      />
    ),
  }
  return (
    <>
      {isSelectable && <BulkBar to={place.to} selected={selected} onSelect={setChosen} />}
      <RowsTable<Item>
        columns={isSelectable ? [select, ...columns] : columns}
        rows={items}
        keyOf={({ id }) => id}
        minWidth={kind.minWidth}
        dimmed={dimmed}
        head={(column) =>
          column.key === 'select' ? <Table.Th className={classes.select}>{all}</Table.Th> : ordering(column)
        }
        onKeyDown={moveBetweenRows}
      />
    </>
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

interface ListNameProps<Item extends ListedItem> {
  kind: ListKind<Item>
  item: Item
  onTag: (tag: string) => void
}

/** Name, labels and tags. */
function ListName<Item extends ListedItem>({ kind, item, onTag }: ListNameProps<Item>) {
  return (
    <>
      {kind.nameLink(item, classes.name)}
      {item.is_archived && (
        <span className={classes.label}>
          <StateLabel>{t('Archived')}</StateLabel>
        </span>
      )}
      {item.is_draft && (
        <span className={classes.label}>
          <StateLabel>{t('Unpublished')}</StateLabel>
        </span>
      )}
      {item.from_git !== undefined && (
        <span className={classes.label}>
          <StateLabel>{t('From git')}</StateLabel>
        </span>
      )}
      <RowTags tags={item.tags} nameOf={listWords[kind.plural].tagged} onTag={onTag} />
    </>
  )
}

interface RowTagsProps {
  tags: readonly string[]
  /** label of the button of a tag */
  nameOf: (tag: string) => string
  onTag: (tag: string) => void
}

function RowTags({ tags, nameOf, onTag }: RowTagsProps) {
  const [all, setAll] = useState(false)
  const shown = all || tags.length <= tagsShown + 1 ? tags : tags.slice(0, tagsShown)
  const hidden = tags.length - shown.length
  return (
    <>
      {shown.map((tag) => (
        <UnstyledButton key={tag} className={classes.tag} onClick={() => onTag(tag)} aria-label={nameOf(tag)}>
          {tag}
        </UnstyledButton>
      ))}
      {hidden > 0 && (
        <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
          {t('+{hidden} more', { hidden })}
        </UnstyledButton>
      )}
    </>
  )
}
