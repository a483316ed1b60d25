import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { regenerateUserApiKey, type UserDetail } from '#shared/users/users-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { proofGiven } from '#web/api/proof-renewal.ts'
import { MailWarning } from '#web/notices/mail-warning.tsx'
import { useCurrentUser, usePermission } from '#web/session/use-session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { FormSkeleton, TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { notify } from '#web/ui/toast.tsx'
import {
  ApiKeysSection,
  ChangePasswordDialog,
  HandedLinkDialog,
  OpenedDialog,
  ProfileForm,
  SecondFactorSection,
  SessionsSection,
} from './lazy-parts.ts'
import classes from './profile.module.css'
import { ProfileFacts } from './profile-facts.tsx'
import { type UserActs, useUserActs } from './use-user-acts.tsx'

/**
 * A profile as shown to the user, to admins or to other users (docs/reference/screens-administration.md#profile).
 * `children`: further sections of the user's own account.
 */
export function Profile({ user, children }: { user: UserDetail; children?: ReactNode }) {
  const { id: ownId } = useCurrentUser()
  const isAdmin = usePermission('admin')
  const isSelf = user.id === ownId
  const acts = useUserActs()
  const mayEdit = isSelf || isAdmin
  return (
    <div className={classes.profile}>
      <div>
        {isAdmin && (
          <MailWarning>
            {t(
              'Invitations and password resets are not mailed until it is (SEXTANT_MAIL_…): you hand the links over.',
            )}
          </MailWarning>
        )}
        <div className={classes.person}>
          <Avatar name={user.name} size={40} />
          <h2 className={classes.name}>{user.name}</h2>
          <UserState user={user} />
        </div>
      </div>
      {mayEdit && !user.is_disabled ? (
        <>
          <Suspense fallback={<FormSkeleton fields={3} />}>
            <ProfileForm user={user} />
          </Suspense>
          <ApiKeySection userId={user.id} apiKey={user.api_key} />
          <Suspense fallback={<TableSkeleton rows={1} rowHeight={52} />}>
            <ApiKeysSection user={user} />
          </Suspense>
          <PasswordSection user={user} isSelf={isSelf} acts={acts} />
          {!user.is_invitation_pending && (
            <Suspense fallback={<TableSkeleton rows={2} rowHeight={52} />}>
              <SecondFactorSection user={user} isSelf={isSelf} />
              <SessionsSection user={user} isSelf={isSelf} />
            </Suspense>
          )}
        </>
      ) : (
        <ProfileFacts user={user} />
      )}
      {children}
      {isAdmin && !isSelf && <StateButton user={user} acts={acts} />}
      <Opening>
        {acts.leaving !== null && (
          <OpenedDialog user={acts.leaving} onClose={acts.stay} onDone={(gone) => void acts.disabled(gone)} />
        )}
        {acts.handed !== null && <HandedLinkDialog handed={acts.handed} onClose={acts.forgetHanded} />}
      </Opening>
    </div>
  )
}

function UserState({ user }: { user: UserDetail }) {
  if (user.is_disabled) return <StateLabel kind="error">{t('Disabled')}</StateLabel>
  if (user.is_invitation_pending) return <StateLabel kind="warning">{t('Invitation pending')}</StateLabel>
  if (!user.is_email_verified) return <StateLabel>{t('Email address not verified')}</StateLabel>
  return null
}

/** Shows, copies and regenerates the key. */
function ApiKeySection({ userId, apiKey }: { userId: number; apiKey: string | undefined }) {
  const [working, setWorking] = useState(false)
  const client = useQueryClient()

  const regenerate = async () => {
    const agreed = await confirm({
      title: t('Regenerate API Key'),
      message: t('Are you sure you want to regenerate?'),
      confirmLabel: t('Regenerate'),
      danger: true,
    })
    if (!agreed) return
    setWorking(true)
    try {
      const user = await call(regenerateUserApiKey, { params: { id: userId } })
      client.setQueryData(['user', userId], user)
      notify.success(t('The API Key has been updated.'))
    } catch (error) {
      notify.error(
        t('Failed regenerating API Key: {message}', { message: messageOf(error, t('Unknown error')) }),
      )
    } finally {
      setWorking(false)
    }
  }

  // keys are shown only after a proof
  const show = async () => {
    if (await proofGiven()) await client.invalidateQueries({ queryKey: ['user', userId] })
  }

  return (
    <section>
      <div className={classes.key}>
        <TextInput
          className={classes.keyInput}
          label={t('API Key')}
          readOnly
          value={apiKey ?? '••••••••••••••••••••'}
          onFocus={(event) => event.currentTarget.select()}
          rightSection={apiKey !== undefined && <CopyButton value={apiKey} label={t('Copy the API key')} />}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        {apiKey === undefined && (
          <Button variant="default" onClick={() => void show()}>
            {t('Show')}
          </Button>
        )}
        <Button variant="default" loading={working} onClick={() => void regenerate()}>
          {t('Regenerate')}
        </Button>
      </div>
    </section>
  )
}

interface PasswordSectionProps {
  user: UserDetail
  isSelf: boolean
  acts: UserActs
}

/**
 * Users change their own password here. Admins send other users a link, or a new invitation if they were only invited
 * (docs/reference/screens-administration.md#profile).
 */
function PasswordSection({ user, isSelf, acts }: PasswordSectionProps) {
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

/** Disables or enables a user; deletes a user whose invitation is still pending. */
function StateButton({ user, acts }: { user: UserDetail; acts: UserActs }) {
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
