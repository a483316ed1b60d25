import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import type { Snippet } from '#shared/snippets/snippets-api.ts'
import { createdAtColumn, createdByColumn } from '#web/lists/list-cells.tsx'
import { moveBetweenRows } from '#web/lists/list-table.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { useMayChangeSnippet } from './may-change-snippet.ts'
import { orderedBy, orderKeyOf, type SnippetsListState } from './snippets-list.ts'
import classes from './snippets-table.module.css'
import { useDeleteSnippet } from './use-delete-snippet.tsx'

interface SnippetsTableProps {
  snippets: readonly Snippet[]
  state: SnippetsListState
  onState: (state: SnippetsListState) => void
}

export function SnippetsTable({ snippets, state, onState }: SnippetsTableProps) {
  const act: RowsColumn<Snippet> = {
    ...{ key: 'act', label: t('Actions'), isQuiet: true, className: classes.act },
    cell: (snippet) => <DeleteButton snippet={snippet} />,
  }
  const direction = state.isDescending ? 'descending' : 'ascending'
  return (
    <RowsTable
      columns={[...columns, act]}
      rows={snippets}
      keyOf={({ id }) => id}
      minWidth={760}
      head={({ key, label }) => {
        const order = orderKeyOf(key)
        if (order === undefined) return null
        return (
          <SortHeader
            label={label}
            direction={state.order === order ? direction : null}
            onSort={() => onState(orderedBy(state, order))}
          />
        )
      }}
      onKeyDown={moveBetweenRows}
    />
  )
}

/** The cell shows two lines; a snippet may be as long as a query. */
const maxPreviewLength = 300

const columns: readonly RowsColumn<Snippet>[] = [
  {
    ...{ key: 'trigger', label: t('Trigger'), isLine: true, className: classes.name },
    cell: ({ id, trigger }) => (
      <Link
        to="/query_snippets/$querySnippetId"
        params={{ querySnippetId: id }}
        search={true}
        className={classes.trigger}
        data-row-link
      >
        {trigger}
      </Link>
    ),
  },
  {
    ...{ key: 'description', label: t('Description'), isLine: true, className: classes.description },
    cell: ({ description }) =>
      description === '' ? null : <span className={classes.clipped}>{description}</span>,
  },
  {
    ...{ key: 'snippet', label: t('Snippet'), isLine: true, className: classes.snippet },
    cell: ({ snippet }) => <code className={classes.text}>{snippet.slice(0, maxPreviewLength)}</code>,
  },
  createdByColumn,
  createdAtColumn,
]

function DeleteButton({ snippet }: { snippet: Snippet }) {
  const mayChange = useMayChangeSnippet()
  const remove = useDeleteSnippet()
  if (!mayChange(snippet)) return null
  return (
    <Tooltip label={t('Delete')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Delete {trigger}', { trigger: snippet.trigger })}
        onClick={() => void remove(snippet)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
