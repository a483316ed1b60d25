import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import type { UserDetail } from '#shared/users/users-api.ts'
import type { UserActs } from './use-user-acts.tsx'

/** Disables or enables a user; deletes a user whose invitation is still pending. */
export function StateButton({ user, acts }: { user: UserDetail; acts: UserActs }) {
  const navigate = useNavigate()
  const loading = acts.working === user.id
  if (user.is_disabled) {
    return (
      <div>
        <Button loading={loading} onClick={() => void acts.enable(user)}>
          {t('Enable User')}
        </Button>
      </div>
    )
  }
  const remove = async () => {
    if (await acts.remove(user)) await navigate({ to: '/users/pending', ignoreBlocker: true })
  }
  return (
    <div>
      {user.is_invitation_pending ? (
        <Button color="red" variant="light" loading={loading} onClick={() => void remove()}>
          {t('Delete User')}
        </Button>
      ) : (
        <Button color="red" variant="light" loading={loading} onClick={() => void acts.disable(user)}>
          {t('Disable User')}
        </Button>
      )}
    </div>
  )
}
