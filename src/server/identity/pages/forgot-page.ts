import { escapeHtml, renderField, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'

export interface ForgotPage {
  /** false: this instance cannot send links by mail */
  canSend: boolean
  error: string | null
}

/** Asks for the address to which we send a link for a new password. */
export function renderForgotPage({ canSend, error }: ForgotPage): string {
  const title = t('Forgot your password?')
  const content = canSend ? renderForm(error) : renderAdvice()
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
${content}
<p class="actions"><a href="/login">${escapeHtml(t('Back to log in'))}</a></p>`,
  })
}

function renderForm(error: string | null): string {
  return `<p class="lead">${escapeHtml(t('Enter the email address of your account. We send you a link to choose a new password.'))}</p>
<form method="post" action="/forgot">
${renderField({
  name: 'email',
  label: t('Email'),
  type: 'email',
  autocomplete: 'username',
  error: error ?? undefined,
  autofocus: true,
  maxLength: 255,
})}
<button type="submit">${escapeHtml(t('Send me a link'))}</button>
</form>`
}

function renderAdvice(): string {
  const advice = t('This instance cannot send mail. Please ask an admin for a link to choose a new password.')
  return `<p>${escapeHtml(advice)}</p>`
}

/** Shown after the form was sent, whether or not the account exists. */
export function renderForgotSentPage(message: string): string {
  const title = t('Check your mail')
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p role="status">${escapeHtml(message)}</p>
<p>${escapeHtml(t('The link works for one hour. If no mail arrives, check your spam folder or ask an admin.'))}</p>
<p class="actions"><a class="button" href="/login">${escapeHtml(t('Back to log in'))}</a></p>`,
  })
}
