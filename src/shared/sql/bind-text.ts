import type { ParameterValues } from '../parameters/bind-parameters.ts'
import { itemText } from '../parameters/check-value.ts'
import type { StoredParameter } from '../parameters/detect-parameters.ts'
import { affixesOf, definitionsByName } from '../parameters/list-items.ts'
import type { BindRules, BoundValue } from './bound-value.ts'
import { exposedTexts, type PlacedValue } from './exposed-texts.ts'
import { staysNested } from './nested-text.ts'
import {
  printValue,
  type RenderedPiece,
  type TemplatePart,
  templateParts,
  textCollector,
} from './render-text.ts'
import { type SqlTokenKind, scanSql } from './scan-sql.ts'
import { marker } from './sql-clarity.ts'
import { escapeText, guarded, isHarmlessPart, readLiteral, textInComment } from './sql-literals.ts'
import { findPositions, type Position } from './value-positions.ts'
import {
  type KnownValue,
  literalQuotings,
  printPlain,
  type RawPlace,
  typeOfPart,
  type Written,
  writeLiterals,
  writeValue,
} from './written-values.ts'

/** A text with its values: complete with literals, plus the values that the driver can bind. */
export interface BoundText {
  text: string
  /** pieces of the template in the text, in order */
  pieces: readonly RenderedPiece[]
  values: readonly BoundValue[]
  /** names of parameters of type text, or without a type, whose value might be more than a value at its position */
  free: readonly string[]
  /** names whose value comes from data and would be more than a value */
  invalid: readonly string[]
}

/**
 * Puts values into a template (docs/reference/promises.md#s7). In a string literal, or where a literal is allowed, a
 * value can only be that value; elsewhere it is text, as the author of the query intended. `rules` null: the text is
 * not SQL, and everything is text. Lists may be arrays. Throws UnreadableTemplate.
 */
export function bindText(
  template: string,
  values: ParameterValues,
  definitions: readonly StoredParameter[],
  rules: BindRules | null,
): BoundText {
  const known = knownParts(template, values, definitions)
  if (rules === null) return plainText(known, null)
  const { text, offsets } = markedText(known)
  if (offsets.length === 0) return plainText(known, rules)
  const positions = findPositions(text, offsets, rules)
  const bound = writeText(known, positions, rules)
  // a textual value may have moved the quotes around others: then no position is reliable
  return bound ?? plainText(known, rules)
}

/** What a template may grow to with its values: the scanner goes over all of it (docs/reference/promises.md#s19). */
const maxBoundLength = 500_000

function collectorFor(parts: readonly KnownPart[]) {
  return textCollector(Math.max(maxBoundLength, markedText(parts).text.length))
}

type KnownPart = Exclude<TemplatePart, { kind: 'value' }> | ({ kind: 'known' } & KnownValue)

function knownParts(
  template: string,
  values: ParameterValues,
  definitions: readonly StoredParameter[],
): KnownPart[] {
  const byName = definitionsByName(definitions)
  const lists = new Map(
    Object.entries(values).flatMap(([name, value]) =>
      Array.isArray(value) ? [[name, value.map(itemText)]] : [],
    ),
  )
  // the template sees a list as one text: sections do not iterate over it (docs/reference/api-queries.md#rendering)
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, lists.get(name)?.join(',') ?? value]),
  )
  return templateParts(template, texts).map((part) => {
    if (part.kind === 'text') return part
    const definition = byName.get(part.name)
    const items = part.path.length === 0 ? (lists.get(part.name) ?? null) : null
    const [type, isDefined] = [typeOfPart(part, definition), definition !== undefined]
    return { kind: 'known', part, type, isDefined, items, affixes: affixesOf(definition) }
  })
}

function markedText(parts: readonly KnownPart[]): { text: string; offsets: number[] } {
  const offsets: number[] = []
  let text = ''
  for (const part of parts) {
    if (part.kind === 'known') offsets.push(text.length)
    text += part.kind === 'known' ? marker : part.text
  }
  return { text, offsets }
}

/** Inserts all values unchanged. */
function plainText(parts: readonly KnownPart[], rules: BindRules | null): BoundText {
  const collector = collectorFor(parts)
  const free = new Set<string>()
  const invalid = new Set<string>()
  let last = ''
  for (const part of parts) {
    const isText = part.kind === 'text'
    const printed = isText ? part.text : printPlain(part)
    const text = isText || rules === null ? printed : guarded(printed, last, part.type !== 'text')
    collector.append(text, isText ? part.original : part.part.original, !isText)
    if (text !== '') last = text.at(-1) ?? ''
    if (!isText) {
      if (isFree(part)) free.add(part.part.name)
      if (rules !== null && !isHarmless(part, 'joined', rules)) invalid.add(part.part.name)
    }
  }
  return { ...collector.finish(), values: [], free: [...free], invalid: [...invalid] }
}

function isFree({ type, part }: KnownValue): boolean {
  return type === 'text' && part.value !== undefined
}

/** Values of dropdown queries come from data, which is not trusted. */
function isHarmless({ type, items, part, affixes }: KnownValue, place: RawPlace, rules: BindRules): boolean {
  if (type !== 'query') return true
  const texts = items?.map((item) => `${affixes.prefix}${item}${affixes.suffix}`) ?? [printValue(part.value)]
  if (place === 'quoted') return texts.every((text) => !/['"`[\]$\\*/\p{Cc}]/u.test(text))
  if (place === 'joined') return texts.every((text) => /^[\p{L}\p{N}_.]*$/u.test(text))
  const quotings = literalQuotings(rules)
  return texts.every((text) => isHarmlessPart(text, quotings))
}

/** With more values than this, all stay literals. */
const maxValues = 10_000

/** A range of the written text that must be one token of this kind, or complete tokens. */
interface Expected {
  start: number
  end: number
  kind: SqlTokenKind | null
}

/** Returns null if the written text is tokenized differently from the template. */
function writeText(
  parts: readonly KnownPart[],
  positions: readonly Position[],
  rules: BindRules,
): BoundText | null {
  const writer = textWriter(parts, rules)
  let index = 0
  let offset = 0
  for (const part of parts) {
    if (part.kind === 'text') {
      writer.template(part.text, part.original, offset)
      offset += part.text.length
      continue
    }
    const position = positions[index++]
    if (position === undefined) return null
    writer.value(part, position, offset)
    offset += marker.length
  }
  return writer.finish(offset)
}

function textWriter(parts: readonly KnownPart[], rules: BindRules) {
  const collector = collectorFor(parts)
  const placed: PlacedValue[] = []
  let raws = 0
  /** where each offset of the marked text, at which a part begins, lies in the written one */
  const places: { marked: number; written: number }[] = []
  const tokens = new Map<number, Position & { kind: 'literal' | 'comment' }>()
  const expected: Expected[] = []
  const values: BoundValue[] = []
  const free = new Set<string>()
  const invalid = new Set<string>()
  let last = ''
  const append = (text: string, original: number, isValue: boolean) => {
    collector.append(text, original, isValue)
    if (text !== '') last = text.at(-1) ?? ''
  }
  const appendAll = (written: readonly Written[], original: number, isBound: boolean) => {
    for (const { text, bound } of written) {
      const written = guarded(text, last)
      append(written, original, true)
      const end = collector.length() - (written === text ? 0 : 1)
      const start = end - text.length
      if (bound === null) continue
      expected.push({ start, end, kind: bound.type === 'text' ? 'quoted' : null })
      if (isBound) values.push({ start, end, value: bound.value, type: bound.type, cast: null })
    }
  }
  const appendRaw = (known: KnownValue, place: RawPlace) => {
    raws++
    if (isFree(known)) free.add(known.part.name)
    const literals = writeLiterals(known, place, rules)
    if (literals !== null) return appendAll(literals, known.part.original, rules.placeholders === 'literal')
    if (!isHarmless(known, place, rules)) invalid.add(known.part.name)
    const isOutside = place !== 'quoted' && known.type !== 'text'
    append(guarded(printPlain(known), last, isOutside), known.part.original, true)
  }
  const writtenOffset = (marked: number) => {
    let [low, high] = [0, places.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[middle]?.marked ?? 0) <= marked) low = middle + 1
      else high = middle
    }
    const place = places[low - 1]
    return place === undefined ? 0 : place.written + (marked - place.marked)
  }
  return {
    template(text: string, original: number, marked: number) {
      places.push({ marked, written: collector.length() })
      append(text, original, false)
    },
    value(known: KnownValue, position: Position, marked: number) {
      const { original } = known.part
      const start = collector.length()
      const before = raws
      let mayBeExposed = isFree(known)
      const distrust = () => {
        if (mayBeExposed) free.add(known.part.name)
        mayBeExposed = false
      }
      switch (position.kind) {
        case 'literal':
          tokens.set(position.token.start, position)
          if (!position.isSafe) distrust()
          if (known.type === 'query' && !staysNested(printPlain(known), position.nesting))
            invalid.add(known.part.name)
          append(escapeText(printPlain(known), position.quoting), original, true)
          break
        case 'comment':
          tokens.set(position.token.start, position)
          append(textInComment(printPlain(known)), original, true)
          break
        case 'value': {
          const written = writeValue(known, position.isList, rules)
          // several values would be several columns or arguments
          const isSingle = position.isList || known.items === null || known.items.length === 1
          if (!(position.isSafe && isSingle && written !== null)) distrust()
          if (written === null) appendRaw(known, 'alone')
          else appendAll(written, original, position.isBound)
          break
        }
        case 'raw':
          appendRaw(known, position.place)
      }
      const name = mayBeExposed ? known.part.name : null
      if (raws === before) placed.push({ name, start, end: collector.length() })
      places.push({ marked: marked + marker.length, written: collector.length() })
    },
    finish(markedLength: number): BoundText | null {
      const { text, pieces } = collector.finish()
      for (const position of tokens.values()) {
        const start = writtenOffset(position.token.start)
        const end = writtenOffset(Math.min(position.token.end, markedLength))
        expected.push({ start, end, kind: position.kind === 'literal' ? 'quoted' : 'comment' })
        if (position.kind === 'comment' || !position.isBound) continue
        const value = readLiteral(text.slice(start, end), position.quoting)
        if (value === null) return null
        const { cast } = position
        const from = cast === null ? start : writtenOffset(cast.start)
        values.push({ start: from, end, value, type: 'text', cast: cast?.word ?? null })
      }
      if (!isAsExpected(text, expected, rules)) return null
      // judged with placeholders until here, which may be numbers, expressions or names
      if (raws > 0) for (const name of exposedTexts(text, placed, rules)) free.add(name)
      values.sort((a, b) => a.start - b.start)
      // literals work as well, and drivers limit the number of values
      if (rules.placeholders !== 'literal' && values.length > maxValues) values.length = 0
      return { text, pieces, values, free: [...free], invalid: [...invalid] }
    },
  }
}

/** Scans the written text again: each literal and comment must be where the template has it. */
function isAsExpected(text: string, expected: readonly Expected[], { dialect }: BindRules): boolean {
  const tokens = scanSql(text, dialect)
  let next = 0
  return expected
    .toSorted((a, b) => a.start - b.start)
    .every(({ start, end, kind }) => {
      while ((tokens[next]?.start ?? start) < start) next++
      const first = tokens[next]
      if (first === undefined || first.start !== start) return false
      if (kind !== null) return first.kind === kind && first.end === end
      if (first.kind === 'quoted' || first.kind === 'comment') return false
      while ((tokens[next]?.end ?? end) < end) next++
      return tokens[next]?.end === end
    })
}
