import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#shared/format/escape-html.ts'
import { htmlStart } from '#shared/format/html-start.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import { t, translatePhrase } from '#shared/messages/translate.ts'

export { escapeHtml }

/** From src/web/ui/brand: the pages show the same mark as the application. */
export const sextantMark = readFileSync(
  new URL('../../../web/ui/brand/sextant-mark.svg', import.meta.url),
  'utf8',
).trim()

interface Page {
  title: string
  /** HTML of the card */
  content: string
}

/** A page outside the application: one card under the brand. Without inline scripts, which the CSP forbids. */
export function renderPage({ title, content }: Page): string {
  return `${htmlStart()}
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Sextant</title>
<script src="/static/theme.js"></script>
<link rel="stylesheet" href="/static/pages.css">
<link rel="icon" type="image/svg+xml" href="/static/favicon.svg">
</head>
<body>
<main>
<div class="brand">${sextantMark}<span>Sextant</span></div>
<section class="card">
${content}
</section>
</main>
</body>
</html>
`
}

export function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(html)
}

export interface FormField {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  value?: string
  autocomplete: string
  /** the on-screen keyboard of phones */
  inputMode?: 'numeric'
  hint?: string
  error?: string | undefined
  autofocus?: boolean
  isReadOnly?: boolean
  minLength?: number
  maxLength: number
}

/** A labeled input; assistive technology reads its hint and its error with it. */
export function renderField(field: FormField): string {
  const { name, label, type, value = '', autocomplete, hint, error, autofocus, minLength, maxLength } = field
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${maxLength}" required`,
    value === '' ? '' : `value="${escapeHtml(value)}"`,
    minLength === undefined ? '' : `minlength="${minLength}"`,
    describedBy === '' ? '' : `aria-describedby="${describedBy}"`,
    error ? 'aria-invalid="true"' : '',
    autofocus ? 'autofocus' : '',
    field.isReadOnly ? 'readonly' : '',
    field.inputMode === undefined ? '' : `inputmode="${field.inputMode}"`,
  ]
  return `<div class="field">
<label for="${name}">${escapeHtml(label)}</label>
<input ${attributes.filter(Boolean).join(' ')}>
${hint ? `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>` : ''}
${error ? `<p class="error" id="${name}-error">${escapeHtml(error)}</p>` : ''}
</div>`
}

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
