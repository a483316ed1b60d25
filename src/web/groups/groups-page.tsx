import { ActionIcon, Button, Group as FlexGroup, Modal, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { createGroup, type Group } from '#shared/groups/groups-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { orderingHeads } from '#web/lists/list-cells.tsx'
import { type ListState, readListState, writeListState } from '#web/lists/list-state.ts'
import { moveBetweenRows } from '#web/lists/list-table.tsx'
import { useClientConfig, usePermission } from '#web/session/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { groupsKey, groupsQuery } from '../permissions/group-queries.ts'
import classes from './groups.module.css'
import { groupOrderKeys, groupsOfPage, groupsPageSize } from './groups-list.ts'
import { useGroupActs } from './use-group-acts.ts'

/** /groups: all groups for admins, their own for others. */
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

/** See docs/reference/screens-administration.md#short-lists. */
const fewRows = 5

interface GroupsTableProps {
  groups: readonly Group[]
  order: string
  isAdmin: boolean
  onOrder: (order: string) => void
}

const nameColumn: RowsColumn<Group> = {
  ...{ key: 'name', label: t('Name'), isLine: true },
  cell: ({ id, name, type }) => (
    <>
      <Link to="/groups/$groupId" params={{ groupId: id }} className={classes.name} data-row-link>
        {name}
      </Link>{' '}
      {type === 'builtin' && <StateLabel>{t('built-in')}</StateLabel>}
    </>
  ),
}

const createdColumn: RowsColumn<Group> = {
  ...{ key: 'created_at', label: t('Created At'), className: classes.date },
  cell: ({ created_at }) => <TimeAgo date={created_at} />,
}

function GroupsTable({ groups, order, isAdmin, onOrder }: GroupsTableProps) {
  const { isWorking, remove } = useGroupActs()
  const act: RowsColumn<Group> = {
    ...{ key: 'act', label: t('Actions'), isQuiet: true, className: classes.act },
    cell: (group) =>
      group.type === 'builtin' ? null : (
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
      ),
  }
  return (
    <RowsTable
      columns={[nameColumn, createdColumn, ...(isAdmin ? [act] : [])]}
      rows={groups}
      keyOf={({ id }) => id}
      minWidth={320}
      head={orderingHeads(groupOrderKeys, order, onOrder)}
      onKeyDown={moveBetweenRows}
    />
  )
}

interface CreateGroupDialogProps {
  onClose: () => void
  onCreated: (id: number) => void
}

/** Asks for a name; Enter confirms. After a failure the typed name stays. */
function CreateGroupDialog({ onClose, onCreated }: CreateGroupDialogProps) {
  useFocusReturn()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const create = async () => {
    setIsSaving(true)
    setFailure(null)
    try {
      const group = await call(createGroup, { body: { name: name.trim() } })
      await client.invalidateQueries({ queryKey: groupsKey })
      onCreated(group.id)
    } catch (error) {
      setFailure(messageOf(error, t('Failed saving.')))
      setIsSaving(false)
    }
  }
  const close = () => {
    if (!isSaving) onClose()
  }
  return (
    <Modal
      opened
      size={420}
      title={t('Create a New Group')}
      onClose={close}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '' && !isSaving) void create()
        }}
      >
        <TextInput
          data-autofocus
          label={t('Group Name')}
          required
          maxLength={100}
          value={name}
          error={failure}
          disabled={isSaving}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FlexGroup justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" disabled={isSaving} onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={name.trim() === ''}>
            {t('Create')}
          </Button>
        </FlexGroup>
      </form>
    </Modal>
  )
}
