import Mustache from 'mustache'

/** [kind, name or text, start, end, children?] as mustache's parser returns it. */
export type TemplateToken = [string, string, number, number, TemplateToken[]?, ...unknown[]]

/**
 * Max consecutive blanks in a placeholder: the parser's time is quadratic in their number
 * (docs/reference/promises.md#s19).
 */
const maxBlanks = 200
/** If the text sets its own delimiters, the parser may scan all of it for each placeholder. */
const longestWithOwnDelimiters = 5000

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
  return writer.parse(template) as unknown as TemplateToken[]
}

/** Why a text has too many placeholders, is too long to have any, or nests sections too deep; null: it does not. */
export function excessOfTags(template: string): string | null {
  if (template.length > maxLengthWithTags && template.includes('{{')) {
    return `a text with placeholders may have at most ${maxLengthWithTags} characters.`
  }
  let [tags, depth] = [0, 0]
  for (let at = template.indexOf('{{'); at !== -1; ) {
    if (++tags > maxTags) return `there are more than ${maxTags} placeholders and ends of sections.`
    const start = afterBlanks(template, at + 2)
    const first = template[start]
    if (first === '#' || first === '^') depth++
    else if (first === '/') depth--
    if (depth > maxSectionDepth) return `sections are nested deeper than ${maxSectionDepth} levels.`
    const closing = first === '{' ? '}}}' : '}}'
    const end = template.indexOf(closing, start)
    at = end === -1 ? -1 : template.indexOf('{{', end + closing.length)
  }
  return null
}

function requireQuickToRead(template: string): void {
  const excess = excessOfTags(template)
  if (excess !== null) throw new Error(excess)
  if (template.length > longestWithOwnDelimiters && /\{\{\s*=/.test(template)) {
    throw new Error(`texts longer than ${longestWithOwnDelimiters} characters cannot change the delimiters.`)
  }
  for (let at = template.indexOf('{{'); at !== -1; ) {
    const start = afterBlanks(template, at + 2)
    const closing = template[start] === '{' ? '}}}' : '}}'
    const end = template.indexOf(closing, start)
    const inside = template.slice(start, end === -1 ? undefined : end)
    for (const [run] of inside.matchAll(/\s+/g)) {
      if (run.length > maxBlanks) {
        throw new Error(`a placeholder holds more than ${maxBlanks} blanks in a row.`)
      }
    }
    at = end === -1 ? -1 : template.indexOf('{{', end + closing.length)
  }
}

function afterBlanks(text: string, start: number): number {
  const blanks = /\s*/y
  blanks.lastIndex = start
  blanks.test(text)
  return blanks.lastIndex
}
