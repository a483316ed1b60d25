import { useQuery } from '@tanstack/react-query'
import { plural, t } from '#shared/messages/translate.ts'
import type { UserDetail } from '#shared/users/users-api.ts'
import { groupsQuery } from '#web/permissions/group-queries.ts'
import classes from './profile.module.css'

/** A read-only profile. */
export function ProfileFacts({ user }: { user: UserDetail }) {
  return (
    <dl className={classes.facts}>
      <dt>{t('Name')}</dt>
      <dd>{user.name}</dd>
      <dt>{t('Email')}</dt>
      <dd>{user.email}</dd>
      <dt>{t('Groups')}</dt>
      <dd>
        <GroupNames ids={user.groups} />
      </dd>
    </dl>
  )
}

/** Names of groups as plain text; of groups that the viewer is not in, only the number is known. */
export function GroupNames({ ids }: { ids: readonly number[] }) {
  const groups = useQuery(groupsQuery)
  if (groups.isPending) return t('Loading...')
  if (ids.length === 0) return t('No groups')
  const names = new Map((groups.data ?? []).map((group) => [group.id, group.name]))
  const known = ids.flatMap((id) => names.get(id) ?? [])
  const others = ids.length - known.length
  if (others > 0) known.push(plural(others, { one: '{count} other group', other: '{count} other groups' }))
  return known.join(', ')
}
