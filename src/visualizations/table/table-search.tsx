import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import { searchPlaceholder } from './table-model.ts'
import classes from './table-renderer.module.css'

interface TableSearchProps {
  columns: readonly TableColumn[]
  /** every column is searched, so none is named */
  isOfAll: boolean
  term: string
  onChange(term: string): void
  onEnter(): void
}

/** The search field above a table; with more than three columns, an icon lists all of them. */
export function TableSearch({ columns, isOfAll, term, onChange, onEnter }: TableSearchProps) {
  const placeholder = isOfAll ? t('Search in the result...') : searchPlaceholder(columns)
  const all = t('Search {columns}', { columns: columns.map(({ title }) => title).join(', ') })
  return (
    <TextInput
      className={classes.search}
      wrapperProps={{ 'data-picture': 'none' }}
      size="xs"
      type="search"
      placeholder={placeholder}
      aria-label={placeholder}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        columns.length > 3 && !isOfAll ? (
          <Tooltip label={all} multiline maw={360} events={{ hover: true, focus: true, touch: true }}>
            <ActionIcon variant="transparent" color="gray" size="sm" aria-label={all}>
              <IconInfoCircle size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : null
      }
      value={term}
      onPointerEnter={onEnter}
      onFocus={onEnter}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
