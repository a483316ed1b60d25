import { Table, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatRuntime } from '#shared/format/durations.ts'
import type { QueryInList } from '#shared/queries/queries-api.ts'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { nextOrder, type OrderKey } from './list-state.ts'
import classes from './queries-list.module.css'
import { defaultOrder } from './queries-list-query.ts'

interface QueriesTableProps {
  queries: readonly QueryInList[]
  order: string | null
  /** an older page stays while the next is on its way */
  dimmed: boolean
  onOrder: (order: string) => void
  onTag: (tag: string) => void
}

const columns: readonly { key: OrderKey; label: string; numeric?: boolean }[] = [
  { key: 'name', label: 'Name' },
  { key: 'created_by', label: 'Created By' },
  { key: 'created_at', label: 'Created At' },
  { key: 'executed_at', label: 'Last Executed At' },
  { key: 'runtime', label: 'Runtime', numeric: true },
]

export function QueriesTable({ queries, order, dimmed, onOrder, onTag }: QueriesTableProps) {
  const shown = order ?? defaultOrder
  return (
    <Table.ScrollContainer minWidth={720} scrollAreaProps={{ type: 'auto' }}>
      <Table
        verticalSpacing={10}
        highlightOnHover
        className={classes.table}
        data-dimmed={dimmed || undefined}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <SortHeader
                key={column.key}
                label={column.label}
                numeric={column.numeric}
                direction={directionOf(shown, column.key)}
                onSort={() => onOrder(nextOrder(shown, column.key))}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {queries.map((query) => (
            <QueryRow key={query.id} query={query} onTag={onTag} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function QueryRow({ query, onTag }: { query: QueryInList; onTag: (tag: string) => void }) {
  return (
    <Table.Tr>
      <Table.Td className={classes.nameCell}>
        <Link to="/queries/$queryId" params={{ queryId: query.id }} className={classes.name}>
          {query.name}
        </Link>
        {query.is_draft && (
          <span className={classes.label}>
            <StateLabel>Unpublished</StateLabel>
          </span>
        )}
        {query.tags.map((tag) => (
          <UnstyledButton
            key={tag}
            className={classes.tag}
            onClick={() => onTag(tag)}
            aria-label={`Show queries tagged ${tag}`}
          >
            {tag}
          </UnstyledButton>
        ))}
      </Table.Td>
      <Table.Td className={classes.quiet}>{query.user.name}</Table.Td>
      <Table.Td className={classes.quiet}>
        <TimeAgo date={query.created_at} />
      </Table.Td>
      <Table.Td className={classes.quiet}>
        <TimeAgo date={query.retrieved_at} none="Never" />
      </Table.Td>
      <Table.Td className={classes.number}>
        {query.runtime === null ? '–' : formatRuntime(query.runtime)}
      </Table.Td>
    </Table.Tr>
  )
}

function directionOf(order: string, key: OrderKey): 'ascending' | 'descending' | null {
  if (order === key) return 'ascending'
  return order === `-${key}` ? 'descending' : null
}
