import { escapeHtml, renderField, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'

export interface CodePage {
  /** one of the codes that were kept for a lost phone, instead of the app's */
  isRecovery: boolean
  error: string | null
}

/** After the password, or any other sign-in, of somebody with a second factor: one field, a code. */
export function renderCodePage({ isRecovery, error }: CodePage): string {
  const title = t('Enter your code')
  const lead = isRecovery
    ? t('Enter one of the recovery codes that you have kept. Each is good once.')
    : t('Open the authenticator app on your phone, and enter the six digits that it shows for Sextant.')
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
<form method="post" action="/login/code${isRecovery ? '?recovery' : ''}">
${renderField({
  name: 'code',
  label: isRecovery ? t('Recovery code') : t('Code'),
  type: 'text',
  autocomplete: isRecovery ? 'off' : 'one-time-code',
  ...(isRecovery ? {} : { inputMode: 'numeric' }),
  error: error ?? undefined,
  autofocus: true,
  maxLength: 100,
})}
<button type="submit">${escapeHtml(t('Log in'))}</button>
</form>
<p class="aside">${
      isRecovery
        ? `<a href="/login/code">${escapeHtml(t('Use the code of the app'))}</a>`
        : `<a href="/login/code?recovery">${escapeHtml(t('Use a recovery code'))}</a>`
    }</p>
<p class="aside"><a href="/login">${escapeHtml(t('Back to the login'))}</a></p>`,
  })
}
