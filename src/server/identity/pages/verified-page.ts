import { escapeHtml, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'

/** Where the link in a mail leads: a person presses the button, which programs that follow links do not. */
export function renderVerifyPage({
  action,
  name,
  email,
}: {
  /** the address of the page itself */
  action: string
  name: string
  email: string
}): string {
  const title = t('Verify your email address')
  const lead = t('{name}, please confirm that {email} is your email address.', { name, email })
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
<form method="post" action="${escapeHtml(action)}">
<button type="submit">${escapeHtml(t('Verify my email address'))}</button>
</form>`,
  })
}

/** What somebody sees who has proved his e-mail address. */
export function renderVerifiedPage(): string {
  const title = t('Email address verified')
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p role="status">${escapeHtml(t('Thank you: your email address is verified. The home page opens in a few seconds.'))}</p>
<p class="actions"><a class="button" href="/">${escapeHtml(t('Go to the home page'))}</a></p>`,
  })
}
