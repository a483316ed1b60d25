import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#shared/format/escape-html.ts'
import { htmlStart } from '#shared/format/html-start.ts'

export { escapeHtml }

/** From src/web/ui/brand: the pages show the same mark as the application. */
export const sextantMark = readFileSync(
  new URL('../../../web/ui/brand/sextant-mark.svg', import.meta.url),
  'utf8',
).trim()

export interface Page {
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
