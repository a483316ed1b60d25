import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import type { UserInList } from '#shared/users/users-api.ts'
import { orderingHeads } from '#web/lists/list-cells.tsx'
import { shownOrder } from '#web/lists/list-state.ts'
import { moveBetweenRows } from '#web/lists/list-table.tsx'
import { useCurrentUser, usePermission } from '#web/session/use-session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import type { UserActs } from './use-user-acts.tsx'
import classes from './users.module.css'

interface UsersTableProps {
  users: readonly UserInList[]
  /** null: the default order */
  order: string | null
  /** shows the previous page until the next one is loaded */
  dimmed: boolean
  acts: UserActs
  onOrder: (order: string) => void
}

/** In the order of docs/reference/screens-administration.md#user-list. */
const columns: readonly RowsColumn<UserInList>[] = [
  { key: 'name', label: t('Name'), isLine: true, cell: (user) => <Person user={user} /> },
  { key: 'groups', label: t('Groups'), cell: ({ groups }) => <GroupTags groups={groups} /> },
  {
    ...{ key: 'created_at', label: t('Joined'), className: classes.date },
    cell: ({ created_at }) => <TimeAgo date={created_at} />,
  },
  {
    ...{ key: 'active_at', label: t('Last Active At'), className: classes.date },
    cell: ({ active_at }) => <TimeAgo date={active_at} />,
  },
]

export const userOrderKeys: readonly string[] = columns.map(({ key }) => key)

export function UsersTable({ users, order, dimmed, acts, onOrder }: UsersTableProps) {
  const mayCreate = usePermission('admin')
  const act: RowsColumn<UserInList> = {
    ...{ key: 'act', label: t('Actions'), isQuiet: true, className: classes.act },
    cell: (user) => <RowAct user={user} acts={acts} />,
  }
  const ordering = orderingHeads(userOrderKeys, shownOrder({ q: '', order }, false), onOrder)
  return (
    <RowsTable
      columns={mayCreate ? [...columns, act] : columns}
      rows={users}
      keyOf={({ id }) => id}
      minWidth={mayCreate ? 680 : 600}
      dimmed={dimmed}
      head={ordering}
      onKeyDown={moveBetweenRows}
    />
  )
}

function Person({ user }: { user: UserInList }) {
  return (
    <div className={classes.person}>
      <Avatar name={user.name} size={32} />
      <div className={classes.words}>
        <Link to="/users/$userId" params={{ userId: user.id }} className={classes.name} data-row-link>
          {user.name}
        </Link>
        <span className={classes.email}>{user.email}</span>
      </div>
    </div>
  )
}

/** The action on a user; none for the viewer's own row (docs/reference/screens-administration.md#user-list). */
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

/** Names of groups, linked to their pages. */
function GroupTags({ groups }: { groups: readonly { id: number; name: string }[] }) {
  return (
    <ul
      className={classes.groups}
      aria-label={t('Groups')}
      style={{ listStyle: 'none', margin: 0, padding: 0 }}
    >
      {groups.map(({ id, name }) => (
        <li key={id} style={{ display: 'flex', minWidth: 0 }}>
          <Link to="/groups/$groupId" params={{ groupId: id }} className={classes.group} title={name}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
