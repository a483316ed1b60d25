import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { childrenOf, isNode, type SyntaxNode } from './hard-wired-texts.ts'

/** A passage that people read: a comment, a text of the code, a line of a page. */
export interface Prose {
  file: string
  line: number
  text: string
}

const sources = ['{src,test,bench,bin,tools}/**/*.{ts,tsx,js,mjs}', '*.{ts,js,mjs}']
const pages = ['docs/**/*.md', 'src/**/*.md', '*.md']

/** Everything that people read in the repository. */
export function allProse(): Prose[] {
  return [
    ...filesOf(sources).flatMap((file) => proseOfCode(file, readFileSync(file, 'utf8'))),
    ...filesOf(pages).flatMap((file) => proseOfPage(file, readFileSync(file, 'utf8'))),
  ]
}

function filesOf(patterns: readonly string[]): string[] {
  const files = patterns.flatMap((pattern) => globSync(pattern, { exclude: ['**/node_modules/**'] }))
  return [...new Set(files.map((file) => file.replaceAll('\\', '/')))].sort()
}

/** Comments, and texts with more than one word: those of one word may be names in code. */
export function proseOfCode(file: string, code: string): Prose[] {
  const { program, comments, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const lineAt = lineFinder(code)
  const found = comments.map(({ start, value }) => ({
    file,
    line: lineAt(start),
    text: withoutCode(value.replace(/\n[ \t]*\*[ \t]?/g, ' ')),
  }))
  const visit = (node: SyntaxNode) => {
    if (/^(Import|ExportAll|TSLiteralType)/.test(node.type)) return
    for (const text of textsOf(node)) {
      const shown = withoutCode(text)
      if (/\p{L}.*\s.*\p{L}/su.test(shown)) found.push({ file, line: lineAt(node.start), text: shown })
    }
    childrenOf(node).forEach(visit)
  }
  if (isNode(program)) visit(program)
  return found
}

function textsOf(node: SyntaxNode): string[] {
  if (node.type === 'Literal' || node.type === 'JSXText')
    return typeof node.value === 'string' ? [node.value] : []
  if (node.type !== 'TemplateLiteral') return []
  const quasis = node.quasis as { value: { cooked: string | null } }[]
  return [quasis.map(({ value }) => value.cooked ?? '').join('…')]
}

/** A page of Markdown without its code. */
export function proseOfPage(file: string, page: string): Prose[] {
  const prose = page.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
  return prose.split('\n').map((text, index) => ({ file, line: index + 1, text: withoutCode(text) }))
}

/** What is in backticks, and addresses, are names. */
function withoutCode(text: string): string {
  return text
    .replace(/`[^`]*`/g, '`…`')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\b[\w-]+(?:\/[\w.-]+)+/g, '…')
}

function lineFinder(code: string): (offset: number) => number {
  const starts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
