import { ActionIcon, Button, Table, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Group } from '#shared/groups/groups-api.ts'
import { t } from '#shared/messages/translate.ts'
import { usePageTitle } from '#web/app/use-page-title.ts'
import { useClientConfig, usePermission } from '#web/app/use-session.ts'
import { type ListState, nextOrder, readListState, writeListState } from '#web/lists/list-state.ts'
import { directionOf, moveBetweenRows } from '#web/lists/list-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { CreateGroupDialog } from './create-group-dialog.tsx'
import { groupsQuery } from './group-queries.ts'
import classes from './groups.module.css'
import { groupOrderKeys, groupsOfPage, groupsPageSize } from './groups-list.ts'
import { useGroupActs } from './use-group-acts.ts'

/** /groups: all groups for admins, one's own for others. */
export function GroupsPage() {
  usePageTitle(t('Groups'))
  const isAdmin = usePermission('admin')
  const navigate = useNavigate()
  const groups = useQuery(groupsQuery)
  const [isCreating, setIsCreating] = useState(false)
  return (
    <>
      <PageHeader
        title={t('Groups')}
        actions={
          isAdmin && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
              {t('New Group')}
            </Button>
          )
        }
      />
      {groups.isPending && <TableSkeleton rows={6} rowHeight={44} />}
      {groups.isError && groups.data === undefined && (
        <ErrorAlert error={groups.error} onRetry={() => void groups.refetch()} />
      )}
      {groups.data?.length === 0 && (
        <EmptyState icon={<IconUsersGroup size={40} stroke={1.5} />} title={t('You are in no group yet.')}>
          {t('Groups open data sources to their members. An admin can add you to one.')}
        </EmptyState>
      )}
      {groups.data !== undefined && groups.data.length > 0 && (
        <Groups groups={groups.data} isAdmin={isAdmin} />
      )}
      {isCreating && (
        <CreateGroupDialog
          onClose={() => setIsCreating(false)}
          onCreated={(groupId) => void navigate({ to: '/groups/$groupId', params: { groupId } })}
        />
      )}
    </>
  )
}

function Groups({ groups, isAdmin }: { groups: readonly Group[]; isAdmin: boolean }) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { pageSizeOptions } = useClientConfig()
  const state = readListState(search, groupsPageSize, groupOrderKeys)
  const { rows, page } = groupsOfPage(groups, state)
  const show = (changes: Partial<ListState>) =>
    void navigate({
      to: '/groups',
      search: writeListState({ ...state, page: 1, ...changes }, groupsPageSize) as never,
      resetScroll: changes.page !== undefined,
    })
  return (
    <>
      <GroupsTable
        groups={rows}
        order={state.order ?? 'name'}
        isAdmin={isAdmin}
        onOrder={(order) => show({ order })}
      />
      <ListPaging
        page={page}
        pageSize={state.pageSize}
        total={groups.length}
        sizes={pageSizeOptions}
        hiddenUpTo={fewRows}
        onPage={(next) => show({ page: next })}
        onPageSize={(pageSize) => show({ pageSize })}
      />
    </>
  )
}

/** Part 2 section 9. */
const fewRows = 5

interface GroupsTableProps {
  groups: readonly Group[]
  order: string
  isAdmin: boolean
  onOrder: (order: string) => void
}

function GroupsTable({ groups, order, isAdmin, onOrder }: GroupsTableProps) {
  const { isWorking, remove } = useGroupActs()
  const header = (key: string, label: string) => (
    <SortHeader
      label={label}
      direction={directionOf(order, key)}
      onSort={() => onOrder(nextOrder(order, key))}
    />
  )
  return (
    <Table.ScrollContainer minWidth={320} scrollAreaProps={{ type: 'auto' }}>
      <Table verticalSpacing={8} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {header('name', t('Name'))}
            {header('created_at', t('Created At'))}
            {isAdmin && (
              <Table.Th>
                <span className="sx-visually-hidden">{t('Actions')}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveBetweenRows}>
          {groups.map((group) => (
            <Table.Tr key={group.id}>
              <Table.Td>
                <Link
                  to="/groups/$groupId"
                  params={{ groupId: group.id }}
                  className={classes.name}
                  data-row-link
                >
                  {group.name}
                </Link>{' '}
                {group.type === 'builtin' && <StateLabel>{t('built-in')}</StateLabel>}
              </Table.Td>
              <Table.Td className={classes.date}>
                <TimeAgo date={group.created_at} />
              </Table.Td>
              {isAdmin && (
                <Table.Td className={classes.act}>
                  {group.type !== 'builtin' && (
                    <Tooltip label={t('Delete')}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        disabled={isWorking}
                        aria-label={t('Delete {name}', { name: group.name })}
                        onClick={() => void remove(group)}
                      >
                        <IconTrash size={16} />
                      </ActionIcon>
                    </Tooltip>
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
