import { t } from '#shared/messages/translate.ts'
import { escapeHtml, renderPage } from './page.ts'

/** What somebody sees who has followed the link that proves his e-mail address. */
export function renderVerifiedPage(): string {
  const title = t('Email address verified')
  return renderPage({
    title,
    content: `<h1>${escapeHtml(title)}</h1>
<p role="status">${escapeHtml(t('Thank you: your email address is verified. The home page opens in a few seconds.'))}</p>
<p class="actions"><a class="button" href="/">${escapeHtml(t('Go to the home page'))}</a></p>`,
  })
}
