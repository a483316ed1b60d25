import { ActionIcon, Table, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import type { Snippet } from '#shared/snippets/snippets-api.ts'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { useMayChangeSnippet } from './may-change-snippet.ts'
import { orderedBy, type SnippetOrderKey, type SnippetsListState } from './snippets-list.ts'
import classes from './snippets-table.module.css'
import { useDeleteSnippet } from './use-delete-snippet.tsx'

interface SnippetsTableProps {
  snippets: readonly Snippet[]
  state: SnippetsListState
  onState: (state: SnippetsListState) => void
}

export function SnippetsTable({ snippets, state, onState }: SnippetsTableProps) {
  const mayChange = useMayChangeSnippet()
  const remove = useDeleteSnippet()
  const header = (key: SnippetOrderKey, label: string) => (
    <SortHeader
      label={label}
      direction={state.order === key ? (state.isDescending ? 'descending' : 'ascending') : null}
      onSort={() => onState(orderedBy(state, key))}
    />
  )
  return (
    <Table.ScrollContainer minWidth={760} scrollAreaProps={{ type: 'auto' }}>
      <Table verticalSpacing={10} highlightOnHover layout="fixed">
        <colgroup>
          {columnClasses.map((name) => (
            <col key={name} className={classes[name]} />
          ))}
        </colgroup>
        <Table.Thead>
          <Table.Tr>
            {header('trigger', t('Trigger'))}
            {header('description', t('Description'))}
            <Table.Th className={classes.plain}>{t('Snippet')}</Table.Th>
            {header('created_by', t('Created By'))}
            {header('created_at', t('Created At'))}
            <Table.Th>
              <span className="sx-visually-hidden">{t('Actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {snippets.map((snippet) => (
            <Table.Tr key={snippet.id}>
              <Table.Td>
                <Link
                  to="/query_snippets/$querySnippetId"
                  params={{ querySnippetId: snippet.id }}
                  search={true}
                  className={classes.trigger}
                >
                  {snippet.trigger}
                </Link>
              </Table.Td>
              <Table.Td>
                <span className={classes.clipped}>{snippet.description}</span>
              </Table.Td>
              <Table.Td>
                <code className={classes.text}>{snippet.snippet.slice(0, longestPreview)}</code>
              </Table.Td>
              <Table.Td className={classes.quiet}>{snippet.user.name}</Table.Td>
              <Table.Td className={classes.quiet}>
                <TimeAgo date={snippet.created_at} />
              </Table.Td>
              <Table.Td className={classes.actions}>
                {mayChange(snippet) && (
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
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const columnClasses = ['triggers', 'descriptions', 'snippets', 'creators', 'dates', 'acts'] as const

/** Two lines are shown; a snippet may be as long as a query. */
const longestPreview = 300
