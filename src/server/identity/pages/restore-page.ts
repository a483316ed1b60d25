import { escapeHtml, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'

interface RestorePage {
  /** the address of the page itself */
  action: string
  name: string
  /** that is taken back */
  email: string
  /** that the account has now */
  present: string
}

/** Where the link in the mail to a former address leads: a person presses the button. */
export function renderRestorePage({ action, name, email, present }: RestorePage): string {
  const title = t('Take your email address back')
  const lead = t(
    '{name}, your account has the address {present} now. With this button it is {email} again.',
    {
      name,
      present,
      email,
    },
  )
  const more = t(
    'All sessions end, the password and the API key are good no more, and so is a second factor that was set up since. You choose a new password next.',
  )
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
<p>${escapeHtml(more)}</p>
<form method="post" action="${escapeHtml(action)}">
<button type="submit">${escapeHtml(t('Take my address back'))}</button>
</form>`,
  })
}

/** For people who have no password to choose. */
export function renderRestoredPage(): string {
  const title = t('Your email address is yours again.')
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p role="status">${escapeHtml(t('All sessions have ended. Please log in.'))}</p>
<p class="actions"><a class="button" href="/login">${escapeHtml(t('Log in'))}</a></p>`,
  })
}
