import { escapeHtml, renderField, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'
import { maxPasswordLength, minPasswordLength } from '#shared/users/password-rule.ts'

export interface ChoosePasswordPage {
  purpose: 'invitation' | 'password_reset'
  /** the address that the form posts to */
  action: string
  user: { name: string; email: string }
  organization: string
  error: string | null
  /** offers to renew the API key too */
  asksKey: boolean
}

/** The page behind links of invitations and forgotten passwords: one field, a password. */
export function renderChoosePasswordPage({
  purpose,
  action,
  user,
  organization,
  error,
  asksKey,
}: ChoosePasswordPage): string {
  const isInvitation = purpose === 'invitation'
  const title = isInvitation ? t('Welcome to Sextant') : t('Choose a new password')
  const lead = isInvitation
    ? t('{name}, you were invited to {organization}. Choose a password for your account.', {
        name: user.name,
        organization,
      })
    : t('{name}, choose a new password for your account at {organization}.', {
        name: user.name,
        organization,
      })
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
<form method="post" action="${escapeHtml(action)}">
${renderField({
  name: 'email',
  label: t('Email'),
  type: 'email',
  value: user.email,
  autocomplete: 'username',
  isReadOnly: true,
  maxLength: 255,
})}
${renderField({
  name: 'password',
  label: isInvitation ? t('Password') : t('New password'),
  type: 'password',
  autocomplete: 'new-password',
  hint: t('At least {count} characters.', { count: minPasswordLength }),
  error: error ?? undefined,
  autofocus: true,
  minLength: minPasswordLength,
  maxLength: maxPasswordLength,
})}
${asksKey ? renewKeyField() : ''}
<button type="submit">${escapeHtml(isInvitation ? t('Set up my account') : t('Save and log in'))}</button>
</form>`,
  })
}

/** A person who knew the old password may have copied the API key. */
function renewKeyField(): string {
  const label = t('Make a new API key as well: programs that use the old one stop working')
  return `<label class="check"><input type="checkbox" name="renew_api_key" value="on"> ${escapeHtml(label)}</label>`
}
