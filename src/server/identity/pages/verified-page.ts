import { escapeHtml, renderPage } from '#server/http/index.ts'
import { t } from '#shared/messages/translate.ts'

/** The page behind the link in a mail. A person must press the button; mail scanners only follow links. */
export function renderVerifyPage({
  action,
  name,
  email,
}: {
  /** the address that the form posts to */
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
