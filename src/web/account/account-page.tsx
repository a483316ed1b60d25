import { useQuery } from '@tanstack/react-query'
import { listGroups } from '#shared/groups/groups-api.ts'
import { t } from '#shared/messages/translate.ts'
import { getUser } from '#shared/users/users-api.ts'
import { call } from '#web/api/call.ts'
import { ThemeSwitch } from '#web/app/theme-switch.tsx'
import { usePageTitle } from '#web/app/use-page-title.ts'
import { useCurrentUser } from '#web/app/use-session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import classes from './account-page.module.css'
import { ApiKeySection } from './api-key-section.tsx'

/** /users/me */
export function AccountPage() {
  usePageTitle(t('Account'))
  const { id } = useCurrentUser()
  const user = useQuery({
    queryKey: ['user', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  })
  return (
    <>
      <PageHeader title={t('Account')} />
      {user.isPending && <FormSkeleton fields={4} />}
      {user.isError && <ErrorAlert error={user.error} onRetry={() => void user.refetch()} />}
      {user.isSuccess && (
        <div className={classes.account}>
          <div className={classes.person}>
            <Avatar name={user.data.name} size={40} />
            <h2 className={classes.name}>{user.data.name}</h2>
          </div>
          <dl className={classes.facts}>
            <dt>{t('Name')}</dt>
            <dd>{user.data.name}</dd>
            <dt>{t('Email')}</dt>
            <dd>{user.data.email}</dd>
            <dt>{t('Groups')}</dt>
            <dd>
              <Groups ids={user.data.groups} />
            </dd>
          </dl>
          {user.data.api_key !== undefined && (
            <ApiKeySection userId={user.data.id} apiKey={user.data.api_key} />
          )}
          <section>
            <h2 className={classes.heading}>{t('Theme')}</h2>
            <ThemeSwitch />
          </section>
        </div>
      )}
    </>
  )
}

function Groups({ ids }: { ids: readonly number[] }) {
  const groups = useQuery({
    queryKey: ['groups'],
    queryFn: ({ signal }) => call(listGroups, { signal }),
  })
  if (groups.isPending) return t('Loading...')
  const names = new Map((groups.data ?? []).map((group) => [group.id, group.name]))
  return ids.map((id) => names.get(id) ?? t('Group {id}', { id })).join(', ')
}
