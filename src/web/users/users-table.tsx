import { Button, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import type { UserInList } from '#shared/users/users-api.ts'
import { useCurrentUser, usePermission } from '#web/app/use-session.ts'
import { nextOrder, shownOrder } from '#web/lists/list-state.ts'
import { directionOf, moveBetweenRows } from '#web/lists/list-table.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { GroupTags } from './group-tags.tsx'
import type { UserActs } from './use-user-acts.tsx'
import classes from './users.module.css'

interface UsersTableProps {
  users: readonly UserInList[]
  /** null: as usual */
  order: string | null
  /** an older page stays while the next is on its way */
  dimmed: boolean
  acts: UserActs
  onOrder: (order: string) => void
}

/** In the order of part 2 section 2. */
const columns = [
  { key: 'name', label: t('Name') },
  { key: 'groups', label: t('Groups') },
  { key: 'created_at', label: t('Joined') },
  { key: 'active_at', label: t('Last Active At') },
] as const

export const userOrderKeys: readonly string[] = columns.map(({ key }) => key)

export function UsersTable({ users, order, dimmed, acts, onOrder }: UsersTableProps) {
  const shown = shownOrder({ q: '', order }, false)
  const mayCreate = usePermission('admin')
  return (
    <Table.ScrollContainer minWidth={mayCreate ? 780 : 680} scrollAreaProps={{ type: 'auto' }}>
      <Table
        verticalSpacing={8}
        horizontalSpacing={8}
        highlightOnHover
        className={classes.table}
        data-dimmed={dimmed || undefined}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, label }) => (
              <SortHeader
                key={key}
                label={label}
                direction={directionOf(shown, key)}
                onSort={() => onOrder(nextOrder(shown, key))}
              />
            ))}
            {mayCreate && (
              <Table.Th>
                <span className="sx-visually-hidden">{t('Actions')}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveBetweenRows}>
          {users.map((user) => (
            <UserRow key={user.id} user={user} acts={mayCreate ? acts : null} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function UserRow({ user, acts }: { user: UserInList; acts: UserActs | null }) {
  return (
    <Table.Tr>
      <Table.Td>
        <div className={classes.person}>
          <Avatar name={user.name} size={32} />
          <div className={classes.words}>
            <Link to="/users/$userId" params={{ userId: user.id }} className={classes.name} data-row-link>
              {user.name}
            </Link>
            <span className={classes.email}>{user.email}</span>
          </div>
        </div>
      </Table.Td>
      <Table.Td>
        <GroupTags groups={user.groups} />
      </Table.Td>
      <Table.Td className={classes.date}>
        <TimeAgo date={user.created_at} />
      </Table.Td>
      <Table.Td className={classes.date}>
        <TimeAgo date={user.active_at} />
      </Table.Td>
      {acts !== null && (
        <Table.Td className={classes.act}>
          <RowAct user={user} acts={acts} />
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** What can be done about the user; nothing about oneself (part 2 section 4). */
function RowAct({ user, acts }: { user: UserInList; acts: UserActs }) {
  const { id: ownId } = useCurrentUser()
  if (user.id === ownId) return null
  const { label, name, run } = actOf(user, acts)
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={name}
      loading={acts.working === user.id}
      onClick={() => void run(user)}
    >
      {label}
    </Button>
  )
}

function actOf(user: UserInList, acts: UserActs) {
  const { name } = user
  if (user.is_disabled) return { label: t('Enable'), name: t('Enable {name}', { name }), run: acts.enable }
  if (user.is_invitation_pending)
    return { label: t('Delete'), name: t('Delete {name}', { name }), run: acts.remove }
  return { label: t('Disable'), name: t('Disable {name}', { name }), run: acts.disable }
}
