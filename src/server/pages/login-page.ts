import { t } from '#shared/messages/translate.ts'
import { renderField } from './form-field.ts'
import { escapeHtml, renderPage } from './page.ts'

export interface LoginPage {
  /** where to go afterwards: has passed `sanitizeNext` */
  next: string
  email: string
  remember: boolean
  error: string | null
}

export function renderLoginPage({ next, email, remember, error }: LoginPage): string {
  const action = next === '' ? '/login' : `/login?next=${encodeURIComponent(next.toWellFormed())}`
  return renderPage({
    title: 'Log in',
    content: `<h1>Log in</h1>
${error === null ? '' : `<div class="summary" role="alert">${escapeHtml(error)}</div>`}
<form method="post" action="${escapeHtml(action)}">
${renderField({
  name: 'email',
  label: 'Email',
  type: 'email',
  value: email,
  autocomplete: 'username',
  autofocus: email === '',
  maxLength: 255,
})}
${renderField({
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  autofocus: email !== '',
  maxLength: 1000,
})}
<label class="check"><input type="checkbox" name="remember" value="on"${remember ? ' checked' : ''}> Remember me</label>
<button type="submit">Log in</button>
</form>
<p class="aside"><a href="/forgot">${escapeHtml(t('Forgot your password?'))}</a></p>`,
  })
}
