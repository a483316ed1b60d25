import { escapeHtml, renderPage } from './page.ts'

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Please log in',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Request Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Temporarily Unavailable',
}

/** What to do next, where the message itself does not say it. */
const advice: Record<number, string> = {
  429: 'This limit was reached for your network address or your account. Please wait a while and try again.',
  500: 'This is a fault of Sextant, not of your request. It has been logged; an administrator can find it there.',
}

export const webNotBuilt = 'The web application has not been built on this server yet. `npm start` builds it.'

/** A refusal as an HTML page: `404 Not Found`, what happened, and a link back. */
export function renderErrorPage({ status, message }: { status: number; message: string }): string {
  const title = titles[status] ?? 'Error'
  const hint = advice[status]
  return renderPage({
    title: `${status} ${title}`,
    content: `<p class="status">${status}</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
${hint === undefined ? '' : `<p>${escapeHtml(hint)}</p>`}
<p class="actions"><a class="button" href="/">Go to the home page</a></p>`,
  })
}
