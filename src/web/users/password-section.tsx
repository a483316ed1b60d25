import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { UserDetail } from '#shared/users/users-api.ts'
import { Opening } from '#web/ui/opening.tsx'
import { ChangePasswordDialog } from './lazy-parts.ts'
import classes from './profile.module.css'
import type { UserActs } from './use-user-acts.tsx'

interface PasswordSectionProps {
  user: UserDetail
  isSelf: boolean
  acts: UserActs
}

/**
 * Users change their own password here. Admins send other users a link, or a new invitation if they were only invited
 * (docs/reference/screens-administration.md#profile).
 */
export function PasswordSection({ user, isSelf, acts }: PasswordSectionProps) {
  const [isChanging, setIsChanging] = useState(false)
  const isWorking = acts.working === user.id
  const close = () => setIsChanging(false)
  if (!isSelf && user.is_invitation_pending) {
    return (
      <section>
        <h2 className={classes.heading}>{t('Invitation')}</h2>
        <Button variant="default" loading={isWorking} onClick={() => void acts.invite(user)}>
          {t('Resend Invitation')}
        </Button>
      </section>
    )
  }
  return (
    <section>
      <h2 className={classes.heading}>{t('Password')}</h2>
      {isSelf && user.auth_type === 'external' && (
        <p className={classes.hint}>
          {t(
            'Your account has no password: you log in another way. “Forgot your password?” on the login page sets one.',
          )}
        </p>
      )}
      {isSelf && user.auth_type === 'password' && (
        <Button variant="default" onClick={() => setIsChanging(true)}>
          {t('Change Password')}
        </Button>
      )}
      {!isSelf && (
        <Button variant="default" loading={isWorking} onClick={() => void acts.resetPassword(user)}>
          {t('Send Password Reset Email')}
        </Button>
      )}
      <Opening>{isChanging && <ChangePasswordDialog userId={user.id} onClose={close} />}</Opening>
    </section>
  )
}
