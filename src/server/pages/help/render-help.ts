import type MarkdownIt from 'markdown-it'
import type { Token } from 'markdown-it'
import { escapeHtml } from '#server/http/index.ts'
import { helpAddress } from './help-address.ts'

/** A heading and the text below it, for the search and the list of headings. `id` empty: the start of the page. */
export interface HelpSection {
  id: string
  title: string
  text: string
}

export interface RenderedHelp {
  html: string
  sections: HelpSection[]
}

/** Reads a file of docs/help/pictures by name. */
export type Pictures = ReadonlyMap<string, string>

export type RenderHelp = (markdown: string, pictures: Pictures) => RenderedHelp

/**
 * Renders Markdown of the help as HTML. Pages link to each other as files (`[Charts](chart.md#axes)`). Pictures are
 * inlined, so that they follow the theme. Links to the application open outside of the help's frame.
 */
export function helpRenderer(Markdown: typeof MarkdownIt): RenderHelp {
  const markdown = new Markdown({ html: false, linkify: false })
  markdown.renderer.rules['code_inline'] = (tokens, index) => renderCode(tokens[index]?.content ?? '')
  markdown.renderer.rules['image'] = (tokens, index, _options, env) =>
    renderPicture(tokens[index], env?.['pictures'] instanceof Map ? env['pictures'] : new Map())
  return (source, pictures) => {
    const env = { pictures }
    const tokens = markdown.parse(source, env)
    for (const token of tokens) for (const child of token.children ?? []) resolveLink(child)
    unwrapPictures(tokens)
    const sections = nameSections(tokens)
    return { html: markdown.renderer.render(tokens, markdown.options, env), sections }
  }
}

const keyNames = /^(Ctrl|Cmd|Alt|Shift|Enter|Esc|Tab|Space|Delete|Backspace|Home|End|Arrow keys|[A-Z?])$/

/** Renders shortcuts such as `Ctrl+Shift+F` as keys. */
function renderCode(content: string): string {
  const keys = content.split('+')
  if (keys.every((key) => keyNames.test(key))) return keys.map((key) => `<kbd>${key}</kbd>`).join('+')
  return `<code>${escapeHtml(content)}</code>`
}

function renderPicture(token: Token | undefined, pictures: Pictures): string {
  const file = String(token?.attrGet('src') ?? '')
  const svg = pictures.get(file)
  if (svg === undefined) throw new Error(`There is no picture docs/help/${file}.`)
  const words = escapeHtml(token?.content ?? '')
  return `<figure class="picture">${svg.trim().replace('<svg ', `<svg role="img" aria-label="${words}" `)}</figure>`
}

function resolveLink(token: Token): void {
  if (token.type !== 'link_open') return
  const href = String(token.attrGet('href') ?? '')
  const [, page, place = ''] = /^([a-z0-9-]+)\.md(?:#(.+))?$/.exec(href) ?? []
  if (page !== undefined) token.attrSet('href', helpAddress(page, place))
  else if (href.startsWith('/')) token.attrSet('target', '_top')
}

/** A figure is not allowed in a paragraph, so a paragraph with only a figure is unwrapped. */
function unwrapPictures(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    const isPicture = token.children?.length === 1 && token.children[0]?.type === 'image'
    if (!isPicture) return
    for (const paragraph of [tokens[index - 1], tokens[index + 1]]) {
      if (paragraph) paragraph.hidden = true
    }
  })
}

/** Gives headings their ids, and collects the text below each heading. */
function nameSections(tokens: readonly Token[]): HelpSection[] {
  const sections: HelpSection[] = [{ id: '', title: '', text: '' }]
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[index + 1])
      const id = placeOf(title)
      token.attrSet('id', id)
      sections.push({ id, title, text: '' })
    } else if (tokens[index - 1]?.type !== 'heading_open') {
      const section = sections.at(-1)
      const text = token.type === 'inline' ? plainText(token) : token.type === 'fence' ? token.content : ''
      if (section && text !== '') section.text += `${section.text === '' ? '' : ' '}${text.trim()}`
    }
  })
  return sections
}

function plainText(token: Token | undefined): string {
  const children = token?.children ?? []
  return children
    .filter(({ type }) => type !== 'image')
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
}

/** Dynamic dates -> dynamic-dates */
function placeOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
