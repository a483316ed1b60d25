import { escapeHtml, renderField, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'

export interface CodePage {
  /** asks for a recovery code instead of the app's code */
  isRecovery: boolean
  error: string | null
}

/** Shown after the first step of a sign-in to users with a second factor: one field, a code. */
export function renderCodePage({ isRecovery, error }: CodePage): string {
  const title = t('Enter your code')
  const lead = isRecovery
    ? t('Enter one of your recovery codes. Each code works once.')
    : t('Open the authenticator app on your phone and enter the six digits it shows for Sextant.')
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
