import { escapeHtml, renderField, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'

export interface LdapPage {
  /** where to go afterwards: has passed `sanitizeNext` */
  next: string
  /** the operator's label for the user name */
  prompt: string
  username: string
  remember: boolean
  error: string | null
}

export function renderLdapPage({ next, prompt, username, remember, error }: LdapPage): string {
  const argument = next === '' ? '' : `?next=${encodeURIComponent(next.toWellFormed())}`
  const title = t('Log in with LDAP')
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
${error === null ? '' : `<div class="summary" role="alert">${escapeHtml(error)}</div>`}
<form method="post" action="${escapeHtml(`/ldap/login${argument}`)}">
${renderField({
  name: 'email',
  label: prompt,
  type: 'text',
  value: username,
  autocomplete: 'username',
  autofocus: username === '',
  maxLength: 1000,
})}
${renderField({
  name: 'password',
  label: t('Password'),
  type: 'password',
  autocomplete: 'current-password',
  autofocus: username !== '',
  maxLength: 1000,
})}
<label class="check"><input type="checkbox" name="remember" value="on"${remember ? ' checked' : ''}> ${escapeHtml(t('Remember me'))}</label>
<button type="submit">${escapeHtml(t('Log in'))}</button>
</form>
<p class="aside"><a href="${escapeHtml(`/login${argument}`)}">${escapeHtml(t('Back to the login'))}</a></p>`,
  })
}
