import { type ReactNode, Suspense } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { UserDetail } from '#shared/users/users-api.ts'
import { MailWarning } from '#web/notices/mail-warning.tsx'
import { useCurrentUser, usePermission } from '#web/session/use-session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { FormSkeleton, TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { ApiKeySection } from './api-key-section.tsx'
import {
  HandedLinkDialog,
  OpenedDialog,
  ProfileForm,
  SecondFactorSection,
  SessionsSection,
} from './lazy-parts.ts'
import { PasswordSection } from './password-section.tsx'
import classes from './profile.module.css'
import { ProfileFacts } from './profile-facts.tsx'
import { StateButton } from './state-button.tsx'
import { useUserActs } from './use-user-acts.tsx'

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
