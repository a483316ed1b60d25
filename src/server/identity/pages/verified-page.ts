import { escapeHtml, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'

interface VerifyPage {
  /** the address that the form posts to */
  action: string
  name: string
  email: string
  /** who looks at the page: only its user verifies an address */
  viewer: 'user' | 'other' | 'nobody'
}

/** The page behind the link in a mail. A person must press the button; mail scanners only follow links. */
export function renderVerifyPage({ action, name, email, viewer }: VerifyPage): string {
  const title = t('Verify your email address')
  const lead = t('{name}, please confirm that {email} is your email address.', { name, email })
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
${viewer === 'user' ? verifyForm(action) : loginNeeded(viewer, action)}`,
  })
}

function verifyForm(action: string): string {
  return `<form method="post" action="${escapeHtml(action)}">
<button type="submit">${escapeHtml(t('Verify my email address'))}</button>
</form>`
}

/** `again` asks for a login although there is a session. */
function loginNeeded(viewer: 'other' | 'nobody', action: string): string {
  const says =
    viewer === 'other'
      ? t('You are logged in with another account. Please log in with the one that has this address.')
      : t('Please log in first, so that your address goes to no account but yours.')
  const more = t('If you did not make this account, close this page: nothing happens.')
  const path = `/login?${viewer === 'other' ? 'again&' : ''}next=${encodeURIComponent(action)}`
  return `<p>${escapeHtml(says)} ${escapeHtml(more)}</p>
<p class="actions"><a class="button" href="${escapeHtml(path)}">${escapeHtml(t('Log in'))}</a></p>`
}

/** Shown after the address was verified. */
export function renderVerifiedPage(): string {
  const title = t('Email address verified')
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p role="status">${escapeHtml(t('Thank you: your email address is verified. The home page opens in a few seconds.'))}</p>
<p class="actions"><a class="button" href="/">${escapeHtml(t('Go to the home page'))}</a></p>`,
  })
}
