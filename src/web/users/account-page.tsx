import { useQuery } from '@tanstack/react-query'
import { t } from '#shared/messages/translate.ts'
import { useCurrentUser } from '#web/session/use-session.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import classes from './profile.module.css'
import { Profile } from './profile.tsx'
import { userQuery } from './user-queries.ts'

/** /users/me */
export function AccountPage() {
  usePageTitle(t('Account'))
  const { id } = useCurrentUser()
  const user = useQuery(userQuery(id))
  return (
    <>
      <PageHeader title={t('Account')} />
      {user.isPending && <FormSkeleton fields={4} />}
      {user.isError && <ErrorAlert error={user.error} onRetry={() => void user.refetch()} />}
      {user.data !== undefined && (
        <Profile user={user.data}>
          <section>
            <h2 className={classes.heading}>{t('Theme')}</h2>
            <ThemeSwitch />
          </section>
        </Profile>
      )}
    </>
  )
}
