import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { RowsColumn } from '#web/ui/rows-table.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './list.module.css'
import { nextOrder } from './list-state.ts'

interface OwnedItem {
  user: { name: string }
  created_at: string
}

/** The creator and creation date, in every list. */
export const createdByColumn: RowsColumn<OwnedItem> = {
  key: 'created_by',
  label: t('Created By'),
  isPlain: true,
  className: classes.owner,
  cell: ({ user: { name } }) => (
    <span className={classes.person}>
      <Avatar name={name} />
      <span className={classes.personName} title={name}>
        {name}
      </span>
    </span>
  ),
}

export const createdAtColumn: RowsColumn<OwnedItem> = {
  key: 'created_at',
  label: t('Created At'),
  className: classes.date,
  cell: ({ created_at }) => <TimeAgo date={created_at} />,
}

/** Headers of the columns that can order a list; null for other columns. */
export function orderingHeads(
  keys: readonly string[],
  order: string | null,
  onOrder: (order: string) => void,
): (column: { key: string; label: string; className?: string | undefined }) => ReactNode {
  return ({ key, label, className }) =>
    keys.includes(key) ? (
      <SortHeader
        label={label}
        numeric={className === classes.number}
        direction={directionOf(order, key)}
        onSort={() => onOrder(nextOrder(order, key))}
      />
    ) : null
}

function directionOf(order: string | null, key: string): 'ascending' | 'descending' | null {
  if (order === key) return 'ascending'
  return order === `-${key}` ? 'descending' : null
}
