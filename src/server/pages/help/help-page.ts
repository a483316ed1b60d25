import { escapeHtml, sextantMark } from '#server/http/index.ts'
import { htmlStart } from '#shared/format/html-start.ts'
import { currentLocale, plural, t, translatePhrase } from '#shared/messages/translate.ts'
import type { FoundPage } from './assets/help-search.js'
import { helpAddress } from './help-address.ts'
import { helpContents, helpStart } from './help-contents.ts'
import type { HelpSection } from './render-help.ts'

/** Names and titles of all pages. */
export type HelpTitles = ReadonlyMap<string, string>

interface Frame {
  title: string
  /** null: not a page of the table of contents */
  name: string | null
  titles: HelpTitles
  asked?: string
  /** is the content a page of docs/help, which are English? */
  isHelpText?: boolean
  content: string
}

interface ShownHelp {
  name: string
  title: string
  summary: string
  html: string
  sections: readonly HelpSection[]
}

export function renderHelpPage(page: ShownHelp, titles: HelpTitles): string {
  const group = helpContents.find(({ pages }) => pages.includes(page.name))
  const kicker =
    page.name === helpStart || !group
      ? ''
      : `<p class="kicker">${escapeHtml(translatePhrase(group.title))}</p>\n`
  return renderFrame({
    title: page.title,
    name: page.name,
    titles,
    isHelpText: true,
    content: `${kicker}<h1>${escapeHtml(page.title)}</h1>
<p class="lead">${escapeHtml(page.summary)}</p>
${renderPlaces(page.sections)}
${page.html}
${renderNeighbours(page.name, titles)}`,
  })
}

/** The headings of a long page. */
function renderPlaces(sections: readonly HelpSection[]): string {
  const places = sections.filter(({ id }) => id !== '')
  if (places.length < 3) return ''
  const items = places.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
  return `<nav class="places" aria-label="${escapeHtml(t('On this page'))}"><ul>${items.join('')}</ul></nav>`
}

function renderNeighbours(name: string, titles: HelpTitles): string {
  const all = helpContents.flatMap(({ pages }) => pages)
  const at = all.indexOf(name)
  const link = (to: string | undefined, rel: 'prev' | 'next', label: string) =>
    to === undefined
      ? ''
      : `<a rel="${rel}" href="${helpAddress(to)}"><span>${escapeHtml(label)}</span>${escapeHtml(titles.get(to) ?? '')}</a>`
  const before = link(at > 0 ? all[at - 1] : undefined, 'prev', t('Previous'))
  const after = link(all[at + 1], 'next', t('Next'))
  return `<nav class="neighbours" aria-label="${escapeHtml(t('Previous and next page'))}">${before}${after}</nav>`
}

export function renderHelpSearch(asked: string, found: readonly FoundPage[], titles: HelpTitles): string {
  const items = found.map(
    ({ title, section, summary, address }) => `<li><a href="${escapeHtml(address)}">${escapeHtml(
      section === '' ? title : `${title}: ${section}`,
    )}</a>
<p>${escapeHtml(summary)}</p></li>`,
  )
  const words =
    asked.trim() === ''
      ? t('Type what you are looking for into the field above.')
      : found.length === 0
        ? t('No page of the help has all of these words. Try fewer words, or look through the contents.')
        : plural(found.length, {
            one: '{count} page has these words.',
            other: '{count} pages have these words.',
          })
  return renderFrame({
    title: t('Search the help'),
    name: null,
    titles,
    asked,
    content: `<h1>${escapeHtml(t('Search the help'))}</h1>
<p class="lead">${escapeHtml(words)}</p>
${items.length === 0 ? '' : `<ol class="results">${items.join('\n')}</ol>`}`,
  })
}

export function renderHelpMissing(titles: HelpTitles): string {
  return renderFrame({
    title: t('No such page'),
    name: null,
    titles,
    content: `<h1>${escapeHtml(t('No such page'))}</h1>
<p class="lead">${escapeHtml(t('The help has no page at this address. Look through the contents, or search for a word.'))}</p>
<p><a href="/help/">${escapeHtml(t('Start of the help'))}</a></p>`,
  })
}

function renderFrame({ title, name, titles, asked = '', isHelpText = false, content }: Frame): string {
  return `${htmlStart()}
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="sextant-help" content="${name ?? ''}">
<title>${escapeHtml(t('{page} · Sextant help', { page: title }))}</title>
<script src="/static/theme.js"></script>
<link rel="stylesheet" href="/static/help/help.css">
<link rel="stylesheet" href="/static/help/help-search.css">
<link rel="icon" type="image/svg+xml" href="/static/favicon.svg">
<script type="module" src="/static/help/help.js"></script>
</head>
<body>
<a class="skip" href="#content">${escapeHtml(t('Skip to the content'))}</a>
<header>
<a class="brand" href="/help/">${sextantMark}<span>${escapeHtml(t('Sextant help'))}</span></a>
<a class="to-contents" href="#contents">${escapeHtml(t('Contents'))}</a>
${renderSearchForm(asked)}
</header>
<div class="columns">
${renderContents(name, titles)}
<main id="content" tabindex="-1"${isHelpText ? langOfHelp() : ''}>
${content}
</main>
</div>
</body>
</html>
`
}

/** The text of the help itself is English. */
function langOfHelp(): string {
  return currentLocale() === 'en' ? '' : ' lang="en"'
}

/** Also works without scripts: the server answers the form. */
function renderSearchForm(asked: string): string {
  const label = escapeHtml(t('Search the help'))
  return `<form role="search" method="get" action="/help/search" data-none="${escapeHtml(t('Nothing found.'))}">
<input type="search" name="q" value="${escapeHtml(asked)}" maxlength="200" autocomplete="off" aria-label="${label}" placeholder="${label}">
<button type="submit">${escapeHtml(t('Search'))}</button>
<ul class="found" hidden></ul>
<p class="status" role="status"></p>
</form>`
}

function renderContents(current: string | null, titles: HelpTitles): string {
  const groups = helpContents.map(({ title, pages }, index) => {
    const items = pages.map((page) => {
      const mark = page === current ? ' aria-current="page"' : ''
      return `<li><a href="${helpAddress(page)}"${mark}>${escapeHtml(titles.get(page) ?? '')}</a></li>`
    })
    const id = `contents-${index + 1}`
    return `<p class="group" id="${id}">${escapeHtml(translatePhrase(title))}</p>\n<ul aria-labelledby="${id}"${langOfHelp()}>${items.join('')}</ul>`
  })
  return `<nav id="contents" class="contents" aria-label="${escapeHtml(t('Contents'))}" tabindex="-1">
${groups.join('\n')}
<p class="leave"><a href="/" target="_top">${escapeHtml(t('Open Sextant'))}</a></p>
</nav>`
}
