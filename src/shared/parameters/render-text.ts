import Mustache from 'mustache'
import type { ParameterValues } from './bind-parameters.ts'

/** The text with its values, and the way back to the template. */
export interface RenderedText {
  text: string
  /** pieces of the template that stand in the text as they are, in order */
  pieces: readonly RenderedPiece[]
}

export interface RenderedPiece {
  start: number
  length: number
  /** offset in the template */
  original: number
  /** true: a value stands here, the whole of which belongs to `original` */
  value: boolean
}

/** Rendering ends here (promise S19): sections in sections over long lists grow exponentially. */
const longestText = 8_000_000
const mostSteps = 1_000_000
/** Rendering recurses into sections. */
const deepestSection = 100

/** The placeholders cannot be read: an unclosed tag or section, or one that grows without bound. */
export class UnreadableTemplate extends Error {
  constructor(cause: Error) {
    super(`The placeholders of this query cannot be read: ${cause.message}`, { cause })
    this.name = 'UnreadableTemplate'
  }
}

/** [kind, name or text, start, end, children?] as mustache's parser gives it. */
type Token = [string, string, number, number, Token[]?, ...unknown[]]

function parse(template: string): Token[] {
  if (!template.includes('{{')) return template === '' ? [] : [['text', template, 0, template.length]]
  try {
    const tokens = Mustache.parse(template) as unknown as Token[]
    demandShallow(tokens)
    return tokens
  } catch (error) {
    throw new UnreadableTemplate(error as Error)
  }
}

function demandShallow(tokens: readonly Token[]): void {
  let level = tokens
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestSection) throw new Error(`sections are nested deeper than ${deepestSection} levels.`)
    level = level.flatMap((token) => (Array.isArray(token[4]) ? token[4] : []))
  }
}

/**
 * Puts values into a text: mustache without HTML escaping (reference-api 6.1). null is written `None`, booleans `True`
 * and `False`, as the reference writes them: a missing value must not silently become an empty text.
 * Throws UnreadableTemplate.
 */
export function renderText(template: string, values: ParameterValues): RenderedText {
  const pieces: RenderedPiece[] = []
  let text = ''
  let steps = 0
  const append = (part: string, original: number, value: boolean) => {
    if (part === '') return
    if (text.length + part.length > longestText) {
      throw new UnreadableTemplate(
        new Error(`with its values the text is longer than ${longestText} characters.`),
      )
    }
    pieces.push({ start: text.length, length: part.length, original, value })
    text += part
  }
  const render = (tokens: readonly Token[], scopes: readonly unknown[]): void => {
    for (const [kind, name, start, , children] of tokens) {
      if (++steps > mostSteps) throw new UnreadableTemplate(new Error('its sections repeat too often.'))
      if (kind === 'text') append(name, start, false)
      else if (kind === 'name' || kind === '&') {
        const found = lookUp(name, scopes)
        append(found === undefined ? '' : print(found), start, true)
      } else if (kind === '#') {
        for (const scope of sectionScopes(lookUp(name, scopes))) render(children ?? [], [...scopes, scope])
      } else if (kind === '^' && sectionScopes(lookUp(name, scopes)).length === 0)
        render(children ?? [], scopes)
    }
  }
  render(parse(template), [values])
  return { text, pieces }
}

/** The offset in the template of an offset in the rendered text. */
export function templateOffset(pieces: readonly RenderedPiece[], offset: number): number {
  const piece = pieces.findLast((candidate) => candidate.start <= offset) ?? pieces[0]
  if (piece === undefined) return 0
  return piece.value ? piece.original : piece.original + Math.min(offset - piece.start, piece.length)
}

/**
 * Names that the text needs and nobody gave: plain placeholders and section names, nested ones too. Of a value that is
 * an object only its `name.key`s count as given (reference-api 6.1).
 */
export function missingParameters(template: string, values: ParameterValues): string[] {
  const given = new Set<string>()
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'object' || value === null) given.add(name)
    else for (const key of Object.keys(value)) given.add(`${name}.${key}`)
  }
  const needed = new Set<string>()
  const collect = (tokens: readonly Token[]): void => {
    for (const [kind, name, , , children] of tokens) {
      if (kind === 'name' || kind === '#') needed.add(name)
      if (children) collect(children)
    }
  }
  collect(parse(template))
  return [...needed].filter((name) => !given.has(name))
}

function lookUp(name: string, scopes: readonly unknown[]): unknown {
  if (name === '.') return scopes.at(-1)
  const [first = '', ...rest] = name.split('.')
  const scope = scopes.findLast((candidate) => hasOwn(candidate, first))
  let found: unknown = hasOwn(scope, first) ? scope[first] : undefined
  for (const key of rest) found = hasOwn(found, key) ? found[key] : undefined
  return found
}

function hasOwn(value: unknown, key: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
}

function sectionScopes(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null || value === false || value === '' || value === 0
    ? []
    : [value]
}

function print(value: unknown): string {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
