import Mustache from 'mustache'
import { listedPhrase, type Phrase, phrase } from '../messages/phrase.ts'
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

/** A template that cannot be read. The reason begins in lower case, because it follows a colon. */
export class TemplateFault extends Error {
  readonly reason: Phrase

  constructor(reason: Phrase) {
    super(String(reason))
    this.name = 'TemplateFault'
    this.reason = reason
  }
}

/** The default writer caches every text it has ever parsed; this one has its cache turned off. */
const writer = new Mustache.Writer()
Object.assign(writer, { templateCache: undefined })

/** The tokens of a template, in linear time. Throws TemplateFault for unclosed tags. */
export function readTemplateTokens(template: string): TemplateToken[] {
  if (!template.includes('{{')) return template === '' ? [] : [['text', template, 0, template.length]]
  requireQuickToRead(template)
  if (setsDelimiters.test(template)) return parse(template, (offset) => offset)
  const { text, originalOffset } = condenseTemplate(template)
  return parse(text, originalOffset).map((token) => inTemplate(token, template, originalOffset))
}

const setsDelimiters = /\{\{\s*=/

function parse(text: string, originalOffset: (offset: number) => number): TemplateToken[] {
  try {
    return writer.parse(text) as unknown as TemplateToken[]
  } catch (error) {
    throw new TemplateFault(reasonOf((error as Error).message, originalOffset))
  }
}

/** What the parser says, as a phrase: `Unclosed tag at 12`. */
function reasonOf(message: string, originalOffset: (offset: number) => number): Phrase {
  const [, what, name = '', offset = ''] =
    /^(Unclosed tag|Unclosed section|Unopened section)(?: "(.*)")? at (\d+)$/s.exec(message) ?? []
  const place = originalOffset(Number(offset))
  if (what === 'Unclosed tag') return phrase('Unclosed tag at {place}', { place })
  if (what === 'Unclosed section') return phrase('Unclosed section "{name}" at {place}', { name, place })
  if (what === 'Unopened section') return phrase('Unopened section "{name}" at {place}', { name, place })
  return listedPhrase(message)
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
export function excessOfTags(template: string): Phrase | null {
  if (template.length > maxLengthWithTags && template.includes('{{')) {
    return phrase('a text with placeholders may have at most {count} characters.', {
      count: maxLengthWithTags,
    })
  }
  let [tags, depth] = [0, 0]
  for (const { inside } of readTags(template)) {
    if (++tags > maxTags)
      return phrase('there are more than {count} placeholders and ends of sections.', { count: maxTags })
    const first = template[inside]
    if (first === '#' || first === '^') depth++
    else if (first === '/') depth--
    if (depth > maxSectionDepth)
      return phrase('sections are nested deeper than {count} levels.', { count: maxSectionDepth })
  }
  return null
}

function requireQuickToRead(template: string): void {
  const excess = excessOfTags(template)
  if (excess !== null) throw new TemplateFault(excess)
  if (template.length > maxLengthWithOwnDelimiters && setsDelimiters.test(template)) {
    throw new TemplateFault(
      phrase('texts longer than {count} characters cannot change the delimiters.', {
        count: maxLengthWithOwnDelimiters,
      }),
    )
  }
  for (const { start, closing } of readTags(template)) {
    for (const [run] of template.slice(start + 2, closing).matchAll(/\s+/g)) {
      if (run.length > maxBlanks) {
        throw new TemplateFault(
          phrase('a placeholder contains more than {count} blanks in a row.', { count: maxBlanks }),
        )
      }
    }
  }
}
