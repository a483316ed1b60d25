import { escapeHtml, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'
import { keepFragment, renderPasswordForm } from './password-form.ts'

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
${renderPasswordForm({
  action: escapeHtml(`/ldap/login${argument}`),
  user: { label: prompt, type: 'text', maxLength: 1000, autofocus: username === '' },
  entered: username,
  remember,
})}
<p class="aside"><a href="${escapeHtml(`/login${argument}`)}">${escapeHtml(t('Back to the login'))}</a></p>
${keepFragment}`,
  })
}
