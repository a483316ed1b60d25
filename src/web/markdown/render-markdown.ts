import MarkdownIt from 'markdown-it'

const plain = new MarkdownIt({ html: false, linkify: false, breaks: false }).disable([
  'table',
  'strikethrough',
])
const withTables = new MarkdownIt({ html: false, linkify: false, breaks: false }).disable(['strikethrough'])

/** A heading without a space after its number signs: `#Title` (docs/reference/dashboards.md#text-boxes). */
const headingWithoutSpace = /^((?:> ?)*)(#{1,6})(?=[^#\s])/gm

/**
 * Markdown of descriptions and text boxes as HTML, which must still be sanitized. HTML in the text is escaped, single
 * line ends do not break lines, bare addresses are not linked, and tables are optional.
 */
export function renderMarkdown(text: string, { tables = false } = {}): string {
  return (tables ? withTables : plain).render(text.replace(headingWithoutSpace, '$1$2 '))
}
