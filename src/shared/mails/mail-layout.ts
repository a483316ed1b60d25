import { escapeHtml } from '../format/escape-html.ts'
import { htmlStart } from '../format/html-start.ts'
import { type MailTone, mailStyle, mailTones } from './mail-style.ts'

/** A part of a mail. All texts are plain: the layout escapes them. */
export type MailPart =
  | { kind: 'heading'; text: string; href?: string | null }
  /** line breaks are kept */
  | { kind: 'text'; text: string }
  | { kind: 'quiet'; text: string }
  | { kind: 'badge'; text: string; tone: MailTone }
  | { kind: 'facts'; facts: readonly MailFact[] }
  /** output of a database or program */
  | { kind: 'code'; text: string }
  | { kind: 'button'; text: string; href: string }
  /** the address of the button above, to be copied; the plain-text version already contains it */
  | { kind: 'address'; href: string }
  | { kind: 'table'; headers: readonly string[]; rows: readonly (readonly (string | null)[])[] }

export interface MailFact {
  label: string
  value: string
  href?: string | null
}

export interface MailLayout {
  title: string
  parts: readonly MailPart[]
  /** why the reader gets this mail */
  footer: string
}

/** The layout of all mails: text, and HTML for light and dark mode that loads nothing. */
export function composeMail(mail: MailLayout): { text: string; html: string } {
  return { text: textOf(mail), html: htmlOf(mail) }
}

function textOf({ parts, footer }: MailLayout): string {
  const texts = parts.filter((part) => part.kind !== 'address').map(partAsText)
  return [...texts, `-- \n${footer}`].join('\n\n')
}

function partAsText(part: Exclude<MailPart, { kind: 'address' }>): string {
  switch (part.kind) {
    case 'heading':
      return part.href ? `${part.text}\n${part.href}` : part.text
    case 'facts':
      return part.facts.map(factAsText).join('\n')
    case 'button':
      return `${part.text}: ${part.href}`
    case 'table':
      return [part.headers, ...part.rows].map(rowAsText).join('\n')
    default:
      return part.text
  }
}

function factAsText({ label, value, href }: MailFact): string {
  return `${label}: ${value}${href ? ` (${href})` : ''}`
}

const maxTextCellLength = 60

function rowAsText(cells: readonly (string | null)[]): string {
  const shown = cells.map((cell) => {
    const line = (cell ?? 'null').replace(/\s+/g, ' ')
    return line.length > maxTextCellLength ? `${line.slice(0, maxTextCellLength - 1).toWellFormed()}…` : line
  })
  return shown.join(' | ')
}

function htmlOf({ title, parts, footer }: MailLayout): string {
  return `${htmlStart()}
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${mailStyle.sheet}
</style>
</head>
<body class="ground" style="${mailStyle.body}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="${mailStyle.ground}">
<tr><td align="center" style="padding: 24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${mailStyle.frame}">
<tr><td class="quiet" style="${mailStyle.brand}">Sextant</td></tr>
<tr><td class="card" style="${mailStyle.card}">
${parts.map(partAsHtml).join('\n')}
</td></tr>
<tr><td class="quiet" style="${mailStyle.footer}">${escapeHtml(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function partAsHtml(part: MailPart): string {
  switch (part.kind) {
    case 'heading':
      return `<h1 style="${mailStyle.heading}">${linked(part.text, part.href)}</h1>`
    case 'text':
      return `<p style="${mailStyle.text}">${escapeHtml(part.text)}</p>`
    case 'quiet':
      return `<p class="quiet" style="${mailStyle.quiet}">${escapeHtml(part.text)}</p>`
    case 'badge':
      return `<p style="margin: 0 0 16px"><span style="${mailStyle.badge}; background: ${mailTones[part.tone]}">${escapeHtml(part.text)}</span></p>`
    case 'facts':
      return factsAsHtml(part.facts)
    case 'code':
      return `<pre class="code" style="${mailStyle.code}">${escapeHtml(part.text)}</pre>`
    case 'button':
      return `<p style="margin: 8px 0 16px"><a href="${escapeHtml(part.href)}" style="${mailStyle.button}">${escapeHtml(part.text)}</a></p>`
    case 'address':
      return `<p class="quiet" style="${mailStyle.address}">${linked(part.href, part.href)}</p>`
    case 'table':
      return tableAsHtml(part)
  }
}

function linked(text: string, href: string | null | undefined): string {
  if (!href) return escapeHtml(text)
  return `<a class="link" href="${escapeHtml(href)}" style="${mailStyle.link}">${escapeHtml(text)}</a>`
}

function factsAsHtml(facts: readonly MailFact[]): string {
  const rows = facts.map(
    ({ label, value, href }) =>
      `<tr><th scope="row" class="quiet" style="${mailStyle.factLabel}">${escapeHtml(label)}</th><td style="${mailStyle.factValue}">${linked(value, href)}</td></tr>`,
  )
  return `<table cellpadding="0" cellspacing="0" style="margin: 0 0 16px">\n${rows.join('\n')}\n</table>`
}

/** Distinguishes null from an empty text. */
function cellAsHtml(cell: string | null): string {
  return cell === null ? `<span class="quiet" style="${mailStyle.nothing}">null</span>` : escapeHtml(cell)
}

function tableAsHtml({ headers, rows }: Extract<MailPart, { kind: 'table' }>): string {
  const head = headers.map(
    (header) =>
      `<th scope="col" class="cell quiet" style="${mailStyle.headerCell}">${escapeHtml(header)}</th>`,
  )
  const body = rows.map((cells) => {
    const shown = cells.map((cell) => `<td class="cell" style="${mailStyle.cell}">${cellAsHtml(cell)}</td>`)
    return `<tr>${shown.join('')}</tr>`
  })
  return `<div style="overflow-x: auto; margin: 0 0 16px"><table cellpadding="0" cellspacing="0" style="${mailStyle.table}">
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table></div>`
}
