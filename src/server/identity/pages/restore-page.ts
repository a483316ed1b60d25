import { escapeHtml, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'

interface RestorePage {
  /** the address that the form posts to */
  action: string
  name: string
  /** the address to restore */
  email: string
  /** the present address of the account */
  present: string
}

/**
 * The page behind the link in the mail to a former address. A person must press the button; mail scanners only
 * follow links.
 */
export function renderRestorePage({ action, name, email, present }: RestorePage): string {
  const title = t('Take your email address back')
  const lead = t(
    '{name}, your account now has the address {present}. Press the button to change it back to {email}.',
    {
      name,
      present,
      email,
    },
  )
  const more = t(
    'All sessions end. The password, the API key and any second factor set up since then stop working. You choose a new password next.',
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

/** Shown to users who have no password to choose. */
export function renderRestoredPage(): string {
  const title = t('Your email address is yours again.')
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p role="status">${escapeHtml(t('All sessions have ended. Please log in.'))}</p>
<p class="actions"><a class="button" href="/login">${escapeHtml(t('Log in'))}</a></p>`,
  })
}
