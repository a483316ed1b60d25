import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './sort-header.module.css'

interface SortHeaderProps {
  label: string
  numeric?: boolean | undefined
  /** null: the table is not ordered by this column */
  direction: 'ascending' | 'descending' | null
  onSort: () => void
}

/** Column header that orders the table; assistive technology announces the order. */
export function SortHeader({ label, numeric = false, direction, onSort }: SortHeaderProps) {
  return (
    <Table.Th aria-sort={direction ?? 'none'} data-numeric={numeric || undefined} className={classes.header}>
      <UnstyledButton
        className={classes.button}
        onClick={onSort}
        data-active={direction !== null || undefined}
      >
        {label}
        <span className={classes.arrow} aria-hidden="true">
          {direction === 'ascending' && <IconArrowUp size={14} />}
          {direction === 'descending' && <IconArrowDown size={14} />}
        </span>
      </UnstyledButton>
    </Table.Th>
  )
}
