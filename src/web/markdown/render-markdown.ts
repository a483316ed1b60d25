import MarkdownIt from 'markdown-it'

const renderer = new MarkdownIt({ html: false, linkify: false, breaks: false }).disable([
  'table',
  'strikethrough',
])

/** A heading may stand right behind its signs: `#Title` (reference-visualizations 10). */
const headingWithoutSpace = /^((?:> ?)*)(#{1,6})(?=[^#\s])/gm

/**
 * Markdown of descriptions and text boxes as HTML, which must still be sanitized. HTML in the text is escaped, single
 * line ends do not break; addresses become links only where the text says so.
 */
export function renderMarkdown(text: string): string {
  return renderer.render(text.replace(headingWithoutSpace, '$1$2 '))
}
