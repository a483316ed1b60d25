import Mustache from 'mustache'
import { condenseTemplate, readTags } from './condense-template.ts'

/** [kind, name or text, start, end, children?] as mustache's parser returns it. */
export type TemplateToken = [string, string, number, number, TemplateToken[]?, ...unknown[]]

/**
 * Max consecutive blanks in a placeholder: the parser's time is quadratic in their number
 * (docs/reference/promises.md#s19).
 */
const maxBlanks = 200
/** If the text sets its own delimiters, the parser may scan all of it for each placeholder. */
const maxLengthWithOwnDelimiters = 5000

/**
 * More than real texts have; the parser and code that walks its tokens are slow with very many
 * (docs/reference/promises.md#s19).
 */
const maxTags = 2000
/**
 * SQL around placeholders is scanned several times in a request, to tell where values may be put
 * (docs/reference/promises.md#s19). Texts without placeholders may be longer.
 */
const maxLengthWithTags = 250_000
/** Whatever walks through sections recurses into them. */
const maxSectionDepth = 100

/** The default writer caches every text it has ever parsed; this one has its cache turned off. */
const writer = new Mustache.Writer()
Object.assign(writer, { templateCache: undefined })

/** The tokens of a template, in linear time. Throws the parser's error for unclosed tags. */
export function readTemplateTokens(template: string): TemplateToken[] {
  if (!template.includes('{{')) return template === '' ? [] : [['text', template, 0, template.length]]
  requireQuickToRead(template)
  if (setsDelimiters.test(template)) return parse(template)
  const { text, originalOffset } = condenseTemplate(template)
  try {
    return parse(text).map((token) => inTemplate(token, template, originalOffset))
  } catch (error) {
    // "Unclosed tag at 12"
    const { message } = error as Error
    throw new Error(message.replace(/\d+$/, (offset) => `${originalOffset(Number(offset))}`))
  }
}

const setsDelimiters = /\{\{\s*=/

function parse(text: string): TemplateToken[] {
  return writer.parse(text) as unknown as TemplateToken[]
}

/** The same token, of the template that was condensed. */
function inTemplate(
  [kind, name, from, to, children]: TemplateToken,
  template: string,
  originalOffset: (offset: number) => number,
): TemplateToken {
  const [start, end] = [originalOffset(from), originalOffset(to)]
  const inside = Array.isArray(children)
    ? [children.map((child) => inTemplate(child, template, originalOffset))]
    : []
  return [kind, kind === 'text' ? template.slice(start, end) : name, start, end, ...inside]
}

/** Why a text has too many placeholders, is too long to have any, or nests sections too deep; null: it does not. */
export function excessOfTags(template: string): string | null {
  if (template.length > maxLengthWithTags && template.includes('{{')) {
    return `a text with placeholders may have at most ${maxLengthWithTags} characters.`
  }
  let [tags, depth] = [0, 0]
  for (const { inside } of readTags(template)) {
    if (++tags > maxTags) return `there are more than ${maxTags} placeholders and ends of sections.`
    const first = template[inside]
    if (first === '#' || first === '^') depth++
    else if (first === '/') depth--
    if (depth > maxSectionDepth) return `sections are nested deeper than ${maxSectionDepth} levels.`
  }
  return null
}

function requireQuickToRead(template: string): void {
  const excess = excessOfTags(template)
  if (excess !== null) throw new Error(excess)
  if (template.length > maxLengthWithOwnDelimiters && setsDelimiters.test(template)) {
    throw new Error(
      `texts longer than ${maxLengthWithOwnDelimiters} characters cannot change the delimiters.`,
    )
  }
  for (const { start, closing } of readTags(template)) {
    for (const [run] of template.slice(start + 2, closing).matchAll(/\s+/g)) {
      if (run.length > maxBlanks) {
        throw new Error(`a placeholder holds more than ${maxBlanks} blanks in a row.`)
      }
    }
  }
}
