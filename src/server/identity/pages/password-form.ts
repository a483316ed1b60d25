import { escapeHtml, type FormField, renderField } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'

interface PasswordForm {
  /** escaped */
  action: string
  user: Pick<FormField, 'label' | 'type' | 'maxLength' | 'autofocus'>
  /** the user name or address that was entered before */
  entered: string
  remember: boolean
}

/** Asks for a user name or address, and a password. */
export function renderPasswordForm({ action, user, entered, remember }: PasswordForm): string {
  const name = renderField({ ...user, name: 'email', value: entered, autocomplete: 'username' })
  const password = renderField({
    name: 'password',
    label: t('Password'),
    type: 'password',
    autocomplete: 'current-password',
    autofocus: entered !== '',
    maxLength: 1000,
  })
  return `<form method="post" action="${action}">
${name}
${password}
<label class="check"><input type="checkbox" name="remember" value="on"${remember ? ' checked' : ''}> ${escapeHtml(t('Remember me'))}</label>
<button type="submit">${escapeHtml(t('Log in'))}</button>
</form>`
}

/** The part of the wanted address that the browser keeps to itself is carried through the login. */
export const keepFragment = '<script src="/static/keep-fragment.js" defer></script>'
