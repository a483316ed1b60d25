import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { usePermission } from '#web/session/use-session.ts'
import { describePageError } from '#web/ui/error-messages.ts'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { Profile } from './profile.tsx'
import { userQuery } from './user-queries.ts'

/** /users/{userId} */
export function UserPage() {
  const { userId } = useParams({ from: '/shell/settings-area/users/$userId' })
  const user = useQuery({
    ...userQuery(userId),
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
  })
  usePageTitle(user.data?.name ?? t('User'))
  const mayList = usePermission('list_users')
  if (user.isError && user.data === undefined)
    return <ErrorPage words={describePageError(user.error)} onRetry={() => void user.refetch()} />
  return (
    <>
      <PageHeader
        title={t('User')}
        above={
          mayList ? (
            <Anchor component={Link} to="/users">
              {t('Users')}
            </Anchor>
          ) : undefined
        }
      />
      {user.data === undefined ? <FormSkeleton fields={4} /> : <Profile key={userId} user={user.data} />}
    </>
  )
}
