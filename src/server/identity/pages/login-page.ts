import { escapeHtml, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'
import { keepFragment, renderPasswordForm } from './password-form.ts'

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
${hasPassword ? passwordForm(page, withNext('/login')) : ''}
${keepFragment}`,
  })
}

function passwordForm({ email, remember, methods }: LoginPage, action: string): string {
  // with other methods available, the form may not be the one wanted
  const autofocus = email === '' && methods.length === 0
  return `${renderPasswordForm({
    action,
    user: { label: t('Email'), type: 'email', maxLength: 255, autofocus },
    entered: email,
    remember,
  })}
<p class="aside"><a href="/forgot">${escapeHtml(t('Forgot your password?'))}</a></p>`
}
