import { escapeHtml, renderField, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'

export interface LoginPage {
  /** where to go afterwards: has passed `sanitizeNext` */
  next: string
  /** the user logs in to confirm who they are */
  isAgain: boolean
  email: string
  remember: boolean
  error: string | null
  /** the login methods besides passwords */
  methods: readonly { label: string; path: string }[]
  /** false: password login is off */
  hasPassword: boolean
}

export function renderLoginPage(page: LoginPage): string {
  const { next, isAgain, error, methods, hasPassword } = page
  const query = [
    ...(isAgain ? ['again'] : []),
    ...(next === '' ? [] : [`next=${encodeURIComponent(next.toWellFormed())}`]),
  ].join('&')
  const withNext = (path: string) => escapeHtml(query === '' ? path : `${path}?${query}`)
  const links = methods.map(
    ({ label, path }) => `<a class="button method" href="${withNext(path)}">${escapeHtml(label)}</a>`,
  )
  const title = t('Log in')
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
${error === null ? '' : `<div class="summary" role="alert">${escapeHtml(error)}</div>`}
${links.length === 0 ? '' : `<div class="methods">${links.join('\n')}</div>`}
${links.length > 0 && hasPassword ? `<p class="divider"><span>${escapeHtml(t('or'))}</span></p>` : ''}
${hasPassword ? passwordForm(page, withNext('/login')) : ''}`,
  })
}

function passwordForm({ email, remember, methods }: LoginPage, action: string): string {
  return `<form method="post" action="${action}">
${renderField({
  name: 'email',
  label: t('Email'),
  type: 'email',
  value: email,
  autocomplete: 'username',
  // with other methods available, the form may not be the one wanted
  autofocus: email === '' && methods.length === 0,
  maxLength: 255,
})}
${renderField({
  name: 'password',
  label: t('Password'),
  type: 'password',
  autocomplete: 'current-password',
  autofocus: email !== '',
  maxLength: 1000,
})}
<label class="check"><input type="checkbox" name="remember" value="on"${remember ? ' checked' : ''}> ${escapeHtml(t('Remember me'))}</label>
<button type="submit">${escapeHtml(t('Log in'))}</button>
</form>
<p class="aside"><a href="/forgot">${escapeHtml(t('Forgot your password?'))}</a></p>`
}
