import type { BindRules } from './bound-value.ts'
import { choosesColumnsByName } from './clause-words.ts'
import { readsHiddenColumns } from './hidden-columns.ts'
import { type Nesting, nestingOf } from './nested-text.ts'
import type { OperandPlace } from './plain-casts.ts'
import { isPlainOperand } from './plain-operand.ts'
import { beginsExecutedComment, type SqlToken, scanSql } from './scan-sql.ts'
import { marker } from './sql-clarity.ts'
import { readText } from './sql-clauses.ts'
import { plainQuoting, type Quoting, readLiteral } from './sql-literals.ts'
import { indexOfPart, type Part } from './sql-parts.ts'

/** The surroundings of a value, which decide how it can be written without changing anything else. */
export type Position =
  /**
   * arbitrary text. `operand`: where an expression may stand; `alone`: between other words; `joined`: adjacent to a word
   * or part of one; `quoted`: in a quoted name, dollar quotes or a hint
   */
  | { kind: 'raw'; place: 'operand' | 'alone' | 'joined' | 'quoted' }
  | { kind: 'comment'; token: SqlToken }
  /** in a string literal with this token; `cast` is the word of `date '…'` with its offset */
  | {
      kind: 'literal'
      token: SqlToken
      quoting: Quoting
      isBound: boolean
      cast: { start: number; word: string } | null
      /**
       * always only a value, whatever the text contains: the literal is the value alone, or with wildcards around it, and
       * a plain operand
       */
      isSafe: boolean
      /** what the literal holds besides */
      nesting: Nesting
    }
  /** where a literal is allowed, without quotes; `isList`: in IN (…), which allows several */
  | { kind: 'value'; isBound: boolean; isList: boolean; isSafe: boolean }

const operand = { kind: 'raw', place: 'operand' } as const
const raw = { kind: 'raw', place: 'alone' } as const
const joined = { kind: 'raw', place: 'joined' } as const
const quoted = { kind: 'raw', place: 'quoted' } as const

/** The positions of the markers at these ascending offsets of a text. */
export function findPositions(text: string, offsets: readonly number[], rules: BindRules): Position[] {
  const { dialect } = rules
  const tokens = scanSql(text, dialect)
  const { parts, clearUntil } = readText(text, tokens, dialect)
  const isHidden = rules.safe.hiddenColumns && readsHiddenColumns(text, parts)
  const isNamed = rules.safe.textNamesColumns && choosesColumnsByName(parts)
  const modalFrom = firstModal(text, tokens, rules)
  let next = 0
  let isExecuted = false
  return offsets.map((offset) => {
    while ((tokens[next]?.end ?? Number.POSITIVE_INFINITY) <= offset) {
      isExecuted = executedComment(text, tokens[next], isExecuted, rules)
      next++
    }
    const token = tokens[next]
    if (token === undefined) return joined
    if (isExecuted) return quoted
    if (token.kind === 'comment') {
      const isHint = hint.test(text.slice(token.start, token.start + maxHintStart))
      const isClear = token.start < Math.min(clearUntil, modalFrom)
      return isHint || !isClear ? quoted : { kind: 'comment', token }
    }
    const index = indexOfPart(parts, token)
    if (index === null) return joined
    const isInName = isNamed && parts[index]?.inConditions !== true
    const place: Place = { text, parts, index, rules, safe: rules.safe, isHidden: isHidden || isInName }
    if (token.kind === 'quoted') return literalPosition(place, token, offset)
    return token.end - token.start === marker.length ? valuePosition(place, token) : joined
  })
}

/** Comments that the database, or a proxy before it, reads: `/*+`, Vitess's `/*vt+`, and the routes of MaxScale, MyCat and others. */
const hint = /^(?:\/\*|--|#)\s*(?:\+|vt\+|maxscale\b|tddl\b|mycat\b)|^\/\*\s*[#;]/i
/** further white space hides no hint from us that a database would still see */
const maxHintStart = 1000

/**
 * The first token whose meaning depends on MySQL's sql_mode: a backslash in quotes, or a bracket. After it, an apparent
 * comment may be code. Sessions check the mode only for values that they bind, which excludes values in comments.
 */
function firstModal(text: string, tokens: readonly SqlToken[], { dialect }: BindRules): number {
  if (!dialect.backslashEscapes || !dialect.hashComments) return Number.POSITIVE_INFINITY
  const first = tokens.find(({ kind, start, end }) =>
    kind === 'quoted' ? text.slice(start, end).includes('\\') : text[start] === '[',
  )
  return first?.start ?? Number.POSITIVE_INFINITY
}

/**
 * Whether what follows this token is inside MySQL's `/*! … *\/`. Some servers run it; the others skip to the first
 * `*\/`, even in a literal, so no literal there can be bound.
 */
function executedComment(
  text: string,
  token: SqlToken | undefined,
  before: boolean,
  { dialect }: BindRules,
): boolean {
  if (token?.kind !== 'symbol' || !dialect.hashComments) return before
  if (beginsExecutedComment(text, token.start)) return true
  return before && !text.startsWith('*/', token.start)
}

interface Place extends OperandPlace {
  rules: BindRules
  /** a comparison here may have another meaning, or its text may be the name of a column that the statement chooses */
  isHidden: boolean
}

function literalPosition(place: Place, token: SqlToken, offset: number): Position {
  const { text, parts, index, rules } = place
  const literal = text.slice(token.start, token.end)
  const quoting = quotingOf(literal, rules)
  const isEscapeString = quoting !== null && literal[0] !== quoting.quote
  const plain = isEscapeString ? literal.slice(1) : literal
  if (quoting === null || readLiteral(plain, quoting) === null) return quoted
  const part = parts[index] as Part
  // a literal on the next line continues the previous one, with its escapes
  if (dialectContinues(rules) && parts[index - 1]?.token.kind === 'quoted') return quoted
  const isStringsOwn = rules.placeholders === 'literal'
  const isDouble = quoting.quote === '"'
  const isValue = isComparedValue(place)
  const cast = castBefore(place)
  const isFree = !isEscapeString && !touchesWord(place) && followsWell(place, true)
  const isPlaced =
    rules.literals === 'anywhere'
      ? part.inQuery && mayHoldLiteral(parts, index)
      : part.inConditions && isValue
  const isOnlyValue = onlyValue.test(literal)
  const isSafe = isOnlyValue && !place.isHidden && isPlainOperand(place)
  // with ANSI_QUOTES these quotes enclose a name: they count as a value only as an operand of a comparison
  const isPerhapsName = isDouble && !isValue && !isSafe
  return {
    kind: 'literal',
    token,
    quoting,
    isBound: isStringsOwn
      ? !isEscapeString && !isPerhapsName
      : isFree && part.inQuery && (isPlaced || cast !== null),
    cast: isStringsOwn ? null : cast,
    isSafe,
    nesting: nestingOf(
      plain.slice(1, -1),
      offset - token.start - (literal.length - plain.length) - 1,
      quoting.quote,
    ),
  }
}

/** A quoted value, with optional wildcards of a pattern around it. */
const onlyValue = new RegExp(`^(['"])[%_ \\t]*${marker}[%_ \\t]*\\1$`)

/** `E'a' <new line> 'b'` is one literal in PostgreSQL and databases derived from it. */
function dialectContinues({ dialect }: BindRules): boolean {
  return dialect.dollarQuotes
}

function quotingOf(literal: string, { dialect, doubleQuotedStrings }: BindRules): Quoting | null {
  const [first] = literal
  if (first === "'") return plainQuoting(dialect)
  if (first === '"' && doubleQuotedStrings) return plainQuoting(dialect, '"')
  if ((first === 'e' || first === 'E') && dialect.dollarQuotes) return { quote: "'", backslash: true }
  return null
}

/** `N'…'`, `X'…'`, `_utf8'…'`, `U&'…'`: the word is part of the literal. */
function touchesWord({ text, parts, index }: Place): boolean {
  const before = parts[index - 1]
  const start = parts[index]?.token.start
  if (before === undefined || before.token.end !== start) return false
  if (before.token.kind === 'symbol') return before.word === '&' && /u&$/i.test(text.slice(0, start))
  // `in'x'` and `='x'` are still two tokens
  return !literalWords.has(before.word)
}

const intervalFields = new Set(['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND'])

/** The cast word of `date '…'`, if the rules list it. */
function castBefore(place: Place): { start: number; word: string } | null {
  const { text, parts, index, rules } = place
  const before = parts[index - 1]
  const first = parts[index - 2]
  const part = parts[index]
  if (before === undefined || part === undefined || before.token.end === part.token.start) return null
  const word = before.word.toLowerCase()
  if (!rules.castWords.includes(word)) return null
  if (intervalFields.has(parts[index + 1]?.word ?? '')) return null
  if (rules.literals === 'conditions' && !part.inConditions) return null
  if (first !== undefined && !mayPrecede(first)) return null
  return { start: before.token.start, word: text.slice(before.token.start, before.token.end).toLowerCase() }
}

/** After these words, a literal is a complete expression. */
const literalWords = new Set([
  ...[
    'SELECT',
    'WHERE',
    'AND',
    'OR',
    'NOT',
    'ON',
    'HAVING',
    'WHEN',
    'THEN',
    'ELSE',
    'CASE',
    'BETWEEN',
    'LIKE',
  ],
  ...['ILIKE', 'RLIKE', 'REGEXP', 'GLOB', 'LIMIT', 'OFFSET', 'DISTINCT', 'FROM', 'TO', 'IN'],
])
const literalSymbols = '=<>!~+-*/%|&^#@(,['

function mayHoldLiteral(parts: readonly Part[], index: number): boolean {
  const before = parts[index - 1]
  return before !== undefined && mayPrecede(before)
}

function mayPrecede({ token, word }: Part): boolean {
  return token.kind === 'symbol' ? literalSymbols.includes(word) : literalWords.has(word)
}

/** After `from`, `to` and `in` also names stand. */
function isOperand(before: Part | undefined): boolean {
  return before !== undefined && mayPrecede(before) && !['FROM', 'TO', 'IN'].includes(before.word)
}

/** Whether the next part leaves the value unchanged: not a schema name, call, second literal or interval field. */
function followsWell({ parts, index }: Place, isLiteral: boolean): boolean {
  const after = parts[index + 1]
  if (after === undefined) return true
  if (after.token.kind === 'quoted' || after.token.kind === 'number') return false
  if (['.', '(', '[', '{', '$', '?', '@', 'UESCAPE'].includes(after.word)) return false
  if (!isLiteral) return true
  // `'1'::interval day`, `cast('1' as interval day)`: the field changes how the literal is parsed
  const type = after.word === ':' ? parts[index + 3] : after.word === 'AS' ? parts[index + 2] : undefined
  return type?.word !== 'INTERVAL'
}

function valuePosition(place: Place, token: SqlToken): Position {
  const { parts, index, rules, text } = place
  const part = parts[index] as Part
  const before = parts[index - 1]
  const touches =
    before?.token.end === token.start && (before.token.kind !== 'symbol' || '$@:?.\\{'.includes(before.word))
  if (touches || /[\w$'"`\\[{:]/.test(text.slice(token.end, token.end + 1))) {
    // a cast directly follows its operand
    const isCast = !touches && text.startsWith('::', token.end)
    if (!isCast) return joined
  }
  if (!followsWell(place, false)) return raw
  if (!part.inQuery || !isComparedValue(place)) return isOperand(before) ? operand : raw
  const isBound = rules.literals === 'anywhere' || part.inConditions
  const isSafe = rules.safe.unquoted && !place.isHidden && isPlainOperand(place)
  return { kind: 'value', isBound, isList: part.inList, isSafe }
}

const comparisons = new Set([
  '=',
  '==',
  '<>',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '<=>',
  '~',
  '~*',
  '!~',
  '!~*',
  '~~',
  '!~~',
])
const comparingWords = new Set(['LIKE', 'ILIKE', 'RLIKE', 'REGEXP', 'GLOB', 'BETWEEN', 'LIMIT', 'OFFSET'])

/** Whether this is the operand of a comparison, an item of IN (…), or the number of LIMIT or OFFSET. */
function isComparedValue({ text, parts, index }: Place): boolean {
  const part = parts[index]
  const before = parts[index - 1]
  if (part === undefined || before === undefined) return false
  if (before.word === '(' || before.word === ',') return part.inList
  if (before.word === 'AND') return before.isBetweenAnd
  if (before.word === 'TO') return parts[index - 2]?.word === 'SIMILAR'
  if (before.token.kind === 'word') return comparingWords.has(before.word) && parts[index - 2]?.word !== '.'
  if (before.token.kind !== 'symbol') return false
  const operator = /[-+*/<>=~!@#%^&|`?:]+$/.exec(
    text.slice(Math.max(0, before.token.end - 5), before.token.end),
  )
  return operator !== null && comparisons.has(operator[0])
}
