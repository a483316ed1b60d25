import { ActionIcon, Tooltip } from '@mantine/core'
import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Group } from '#shared/groups/groups-api.ts'
import { t } from '#shared/messages/translate.ts'
import type { User } from '#shared/users/user.ts'
import { UserSearch } from '#web/permissions/user-search.tsx'
import { useCurrentUser, usePermission } from '#web/session/use-session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { giveFocus } from '#web/ui/kept-focus.ts'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { membersQuery } from '../permissions/group-queries.ts'
import { GroupLayout } from './group-layout.tsx'
import classes from './groups.module.css'
import type { GroupActs } from './use-group-acts.ts'

/** /groups/{groupId} */
export function GroupMembersPage() {
  const { groupId } = useParams({ from: '/shell/settings-area/groups/$groupId' })
  return (
    <GroupLayout key={groupId} groupId={groupId} part="members">
      {(group, acts) => <Members group={group} acts={acts} />}
    </GroupLayout>
  )
}

function Members({ group, acts }: { group: Group; acts: GroupActs }) {
  const isAdmin = usePermission('admin')
  const search = useRef<HTMLInputElement>(null)
  const members = useQuery(membersQuery(group.id))
  return (
    <>
      {isAdmin && (
        <div className={classes.field}>
          <UserSearch
            field={search}
            without={(members.data ?? []).map(({ id }) => id)}
            onChoose={({ id }) => void acts.addMember(group.id, id)}
          />
        </div>
      )}
      {members.isPending && <TableSkeleton rows={5} rowHeight={52} />}
      {members.isError && members.data === undefined && (
        <ErrorAlert error={members.error} onRetry={() => void members.refetch()} />
      )}
      {members.data?.length === 0 && (
        <EmptyState
          icon={<IconUsers size={40} stroke={1.5} />}
          title={t('There are no members in this group yet.')}
        >
          {isAdmin && t('Find people by name or address above to add them.')}
        </EmptyState>
      )}
      {members.data !== undefined && members.data.length > 0 && (
        <ul className={classes.rows} aria-label={t('Members')}>
          {members.data.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              group={group}
              acts={isAdmin ? acts : null}
              onRemoved={() => search.current && giveFocus(search.current)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface MemberRowProps {
  member: User
  group: Group
  acts: GroupActs | null
  /** moves the focus, as the button disappears with its row */
  onRemoved: () => void
}

function MemberRow({ member, group, acts, onRemoved }: MemberRowProps) {
  const { id: ownId } = useCurrentUser()
  const mayRemove = acts !== null && !(group.type === 'builtin' && member.id === ownId)
  return (
    <li className={classes.row}>
      <Avatar name={member.name} size={32} />
      <div className={classes.words}>
        <div>
          <Link to="/users/$userId" params={{ userId: member.id }} className={classes.name}>
            {member.name}
          </Link>
          <span className={classes.email}>{member.email}</span>
        </div>
        {member.is_disabled && <StateLabel kind="error">{t('Disabled')}</StateLabel>}
        {member.is_invitation_pending && <StateLabel kind="warning">{t('Invitation pending')}</StateLabel>}
      </div>
      {mayRemove && (
        <Tooltip label={t('Remove from the group')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={acts.isWorking}
            aria-label={t('Remove {name}', { name: member.name })}
            onClick={() =>
              void acts.removeMember(group.id, member.id).then((isDone) => isDone && onRemoved())
            }
          >
            <IconUserMinus size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}
