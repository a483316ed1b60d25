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
  /** offers to remove a second factor that was set up shortly before the change */
  asksFactor: boolean
}

/**
 * The page behind the link in the mail to a former address. A person must press the button; mail scanners only
 * follow links.
 */
export function renderRestorePage({ action, name, email, present, asksFactor }: RestorePage): string {
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
    'All sessions end. The password, the API key, and any second factor and recovery codes set up since then stop working. You choose a new password next.',
  )
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
<p>${escapeHtml(more)}</p>
<form method="post" action="${escapeHtml(action)}">
${asksFactor ? removeFactorField() : ''}
<button type="submit">${escapeHtml(t('Take my address back'))}</button>
</form>`,
  })
}

/** A second factor of another person would keep the owner out. */
function removeFactorField(): string {
  const label = t(
    'I did not set up the second factor or recovery codes of the week before the change: remove them, too',
  )
  return `<label class="check"><input type="checkbox" name="remove_second_factor" value="on"> ${escapeHtml(label)}</label>`
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
