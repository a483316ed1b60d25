import { type Phrase, phrase } from '../messages/phrase.ts'
import type { ParameterValues } from '../parameters/bind-parameters.ts'
import { readTemplateTokens, TemplateFault, type TemplateToken } from '../parameters/template-tokens.ts'

/** The text with its values, and the mapping to the template. */
export interface RenderedText {
  text: string
  /** pieces of the template in the text, in order */
  pieces: readonly RenderedPiece[]
}

export interface RenderedPiece {
  start: number
  length: number
  /** offset in the template */
  original: number
  /** true: a value, all of which maps to `original` */
  value: boolean
}

/** Rendering stops here (docs/reference/promises.md#s19): nested sections over long lists grow exponentially. */
const maxTextLength = 8_000_000
const maxSteps = 500_000
/** Rendering is recursive in sections. */
const maxSectionDepth = 100

/** The template cannot be rendered: an unclosed tag or section, or unbounded growth. */
export class UnreadableTemplate extends Error {
  /** what is wrong, as the end of a sentence */
  readonly problem: Phrase
  readonly reason: Phrase

  constructor(problem: Phrase) {
    const reason = phrase('The placeholders of this query cannot be read: {problem}', { problem })
    super(String(reason))
    this.name = 'UnreadableTemplate'
    this.problem = problem
    this.reason = reason
  }
}

function parse(template: string): TemplateToken[] {
  try {
    const tokens = readTemplateTokens(template)
    requireShallow(tokens)
    return tokens
  } catch (error) {
    throw error instanceof TemplateFault ? new UnreadableTemplate(error.reason) : error
  }
}

function requireShallow(tokens: readonly TemplateToken[]): void {
  let level = tokens
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxSectionDepth) {
      throw new UnreadableTemplate(
        phrase('sections are nested deeper than {count} levels.', { count: maxSectionDepth }),
      )
    }
    level = level.flatMap((token) => (Array.isArray(token[4]) ? token[4] : []))
  }
}

/** A part of a rendered template: text of the template itself, or one value. */
export type TemplatePart = TextPart | ValuePart

export interface TextPart {
  kind: 'text'
  text: string
  /** offset in the template */
  original: number
}

export interface ValuePart {
  kind: 'value'
  original: number
  /** the parameter of the value, and the path from its value to this one: `when.start` -> when, [start] */
  name: string
  path: readonly string[]
  /** undefined: no value, nothing is written */
  value: unknown
}

/** A scope of a section and its origin. */
interface Scope {
  value: unknown
  /** null: the top level */
  origin: { name: string; path: readonly string[] } | null
}

/**
 * The parts of a template with these values: mustache without HTML escaping, sections expanded
 * (docs/reference/api-queries.md#rendering). Throws UnreadableTemplate.
 */
export function templateParts(template: string, values: ParameterValues): TemplatePart[] {
  const parts: TemplatePart[] = []
  const count = stepCounter()
  const render = (tokens: readonly TemplateToken[], scopes: readonly Scope[]): void => {
    for (const [kind, name, start, , children] of tokens) {
      count(kind === 'text' ? name.length : 0)
      if (kind === 'text') parts.push({ kind: 'text', text: name, original: start })
      else if (kind === 'name' || kind === '&') {
        parts.push({ kind: 'value', original: start, ...lookUp(name, scopes) })
      } else if (kind === '#') {
        const found = lookUp(name, scopes)
        for (const value of sectionScopes(found.value)) {
          count(0)
          render(children ?? [], [...scopes, { value, origin: found }])
        }
      } else if (kind === '^' && sectionScopes(lookUp(name, scopes).value).length === 0)
        render(children ?? [], scopes)
    }
  }
  render(parse(template), [{ value: values, origin: null }])
  return parts
}

/**
 * The parts of a template with every section expanded once, inverted ones too: all positions where a value is possible.
 * Values are unknown. Throws UnreadableTemplate.
 */
export function allTemplateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  const collect = (tokens: readonly TemplateToken[], section: string | null): void => {
    for (const [kind, name, start, , children] of tokens) {
      if (kind === 'text') parts.push({ kind: 'text', text: name, original: start })
      else if (kind === 'name' || kind === '&') {
        const [first = '', ...path] = (name === '.' ? (section ?? name) : name).split('.')
        parts.push({ kind: 'value', original: start, name: first, path, value: undefined })
      } else if (kind === '#' || kind === '^') collect(children ?? [], name === '.' ? section : name)
    }
  }
  collect(parse(template), null)
  return parts
}

function stepCounter(): (length: number) => void {
  let steps = 0
  let length = 0
  return (added) => {
    length += added
    if (++steps > maxSteps) throw new UnreadableTemplate(phrase('its sections repeat too often.'))
    if (length > maxTextLength) throw tooLong(maxTextLength)
  }
}

function tooLong(max: number): UnreadableTemplate {
  return new UnreadableTemplate(
    phrase('with its values the text is longer than {count} characters.', { count: max }),
  )
}

/** Collects the pieces of a rendered text. Throws UnreadableTemplate when it grows longer than `max` characters. */
export function textCollector(max = maxTextLength) {
  const pieces: RenderedPiece[] = []
  const texts: string[] = []
  let length = 0
  return {
    length: () => length,
    append(part: string, original: number, value: boolean) {
      if (part === '') return
      if (length + part.length > max) throw tooLong(max)
      pieces.push({ start: length, length: part.length, original, value })
      texts.push(part)
      length += part.length
    },
    finish: (): RenderedText => ({ text: texts.join(''), pieces }),
  }
}

/**
 * Inserts values into a text unchanged. null is written `None`, booleans `True` and `False`, as in Redash: a missing
 * value must not silently become an empty text. Throws UnreadableTemplate.
 */
export function renderText(template: string, values: ParameterValues): RenderedText {
  const collector = textCollector()
  for (const part of templateParts(template, values)) {
    if (part.kind === 'text') collector.append(part.text, part.original, false)
    else collector.append(printValue(part.value), part.original, true)
  }
  return collector.finish()
}

/** Maps an offset in the rendered text to the template. */
export function templateOffset(pieces: readonly RenderedPiece[], offset: number): number {
  const piece = pieces.findLast((candidate) => candidate.start <= offset) ?? pieces[0]
  if (piece === undefined) return 0
  return piece.value ? piece.original : piece.original + Math.min(offset - piece.start, piece.length)
}

/**
 * Names that the text needs but that have no value: plain placeholders and section names, also nested ones. If a value
 * is an object, only its `name.key`s count as given (docs/reference/api-queries.md#rendering).
 */
export function missingParameters(template: string, values: ParameterValues): string[] {
  const given = new Set<string>()
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) given.add(name)
    else for (const key of Object.keys(value)) given.add(`${name}.${key}`)
  }
  const needed = new Set<string>()
  const collect = (tokens: readonly TemplateToken[]): void => {
    for (const [kind, name, , , children] of tokens) {
      if (kind === 'name' || kind === '#') needed.add(name)
      if (children) collect(children)
    }
  }
  collect(parse(template))
  return [...needed].filter((name) => !given.has(name))
}

/** The value of a name, and the parameter that it belongs to. */
function lookUp(
  name: string,
  scopes: readonly Scope[],
): { name: string; path: readonly string[]; value: unknown } {
  if (name === '.') {
    const last = scopes.at(-1)
    return { name: last?.origin?.name ?? '.', path: last?.origin?.path ?? [], value: last?.value }
  }
  const [first = '', ...rest] = name.split('.')
  const scope = scopes.findLast((candidate) => hasOwn(candidate.value, first))
  let value: unknown = scope !== undefined && hasOwn(scope.value, first) ? scope.value[first] : undefined
  for (const key of rest) value = hasOwn(value, key) ? value[key] : undefined
  const origin = scope?.origin ?? null
  if (origin === null) return { name: first, path: rest, value }
  return { name: origin.name, path: [...origin.path, first, ...rest], value }
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

/** A value as text; empty if missing. */
export function printValue(value: unknown): string {
  if (value === undefined) return ''
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
