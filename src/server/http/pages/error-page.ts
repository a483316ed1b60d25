import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import { t, translatePhrase } from '#shared/messages/translate.ts'
import { escapeHtml, renderPage } from './page.ts'

const titles: Record<number, Phrase> = {
  400: phrase('Bad Request'),
  401: phrase('Please log in'),
  403: phrase('Forbidden'),
  404: phrase('Not Found'),
  405: phrase('Method Not Allowed'),
  409: phrase('Conflict'),
  413: phrase('Request Too Large'),
  415: phrase('Unsupported Media Type'),
  429: phrase('Too Many Requests'),
  500: phrase('Internal Server Error'),
  503: phrase('Temporarily Unavailable'),
}

/** What to do next, where the message itself does not say it. */
const advice: Record<number, Phrase> = {
  429: phrase('Your network address or your account reached this limit. Please wait a while and try again.'),
  500: phrase('This is a bug in Sextant, not a fault of your request. It is in the log of the server.'),
}

export function webNotBuilt(): string {
  return t('The web application has not been built on this server yet. `npm start` builds it.')
}

/** A refusal as an HTML page: `404 Not Found`, what happened, and a link back. */
export function renderErrorPage({ status, message }: { status: number; message: string }): string {
  const title = translatePhrase(titles[status] ?? phrase('Error'))
  const hint = advice[status]
  return renderPage({
    title: `${status} ${title}`,
    content: `<p class="status">${status}</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
${hint === undefined ? '' : `<p>${escapeHtml(translatePhrase(hint))}</p>`}
<p class="actions"><a class="button" href="/">${escapeHtml(t('Go to the home page'))}</a></p>`,
  })
}
