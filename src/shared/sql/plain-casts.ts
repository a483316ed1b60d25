import type { SafeRules } from './bound-value.ts'
import { beginningWords } from './sql-operands.ts'
import { keyAt, keywordOf, type Part } from './sql-parts.ts'

export interface OperandPlace {
  text: string
  parts: readonly Part[]
  index: number
  safe: SafeRules
}

/** The parts of an expression that contains only the value, optionally in parentheses or cast to text. */
export interface Range {
  first: number
  last: number
}

export function isDoubleColon({ parts, safe }: OperandPlace, index: number): boolean {
  const [one, two, three] = [parts[index], parts[index + 1], parts[index + 2]]
  if (one?.word !== ':' || two?.word !== ':' || three?.word === ':') return false
  return safe.colonCasts && one.token.end === two.token.start
}

/** `cast(… as type)` around these parts: the index of its parenthesis. */
export function castEnd(
  { parts, safe }: OperandPlace,
  { first, last }: Range,
  types: ReadonlySet<string>,
): number | null {
  if (parts[first - 1]?.word !== '(' || !safe.castFunctions.includes(keyAt(parts, first - 2))) return null
  if (keyAt(parts, last + 1) !== 'AS') return null
  const end = typeEnd(parts, last + 2, types)
  return end !== null && parts[end + 1]?.word === ')' ? end + 1 : null
}

/** Index of the end of a type from this list, with all its words and sizes; null: another type, or an array of it. */
export function typeEnd(parts: readonly Part[], index: number, types: ReadonlySet<string>): number | null {
  const part = parts[index]
  if (part?.token.kind !== 'word' || !types.has(part.word)) return null
  const named = nameEnd(parts, index)
  const sized = sizeEnd(parts, named)
  if (sized === null) return null
  const end = zoneEnd(parts, index, sized)
  return ['.', '[', '(', 'ARRAY'].includes(parts[end + 1]?.word ?? '') ? null : end
}

const longNames = new Set(['DOUBLE PRECISION', 'CHAR VARYING', 'CHARACTER VARYING'])
const intervalWords = new Set(['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'TO'])

/** `double precision`, `character varying`, `interval day to second` */
function nameEnd(parts: readonly Part[], index: number): number {
  const word = parts[index]?.word ?? ''
  if (word !== 'INTERVAL') return longNames.has(`${word} ${parts[index + 1]?.word}`) ? index + 1 : index
  let end = index
  while (intervalWords.has(parts[end + 1]?.word ?? '')) end++
  return end
}

/** `numeric(10, 2)` */
function sizeEnd(parts: readonly Part[], named: number): number | null {
  if (parts[named + 1]?.word !== '(') return named
  if (parts[named + 2]?.token.kind !== 'number') return null
  if (parts[named + 3]?.word === ')') return named + 3
  const isPair = parts[named + 3]?.word === ',' && parts[named + 4]?.token.kind === 'number'
  return isPair && parts[named + 5]?.word === ')' ? named + 5 : null
}

/** `time with time zone` */
function zoneEnd(parts: readonly Part[], index: number, sized: number): number {
  if (!['TIME', 'TIMESTAMP'].includes(parts[index]?.word ?? '')) return sized
  const [first, second, third] = [1, 2, 3].map((step) => parts[sized + step]?.word)
  const isZone = (first === 'WITH' || first === 'WITHOUT') && second === 'TIME' && third === 'ZONE'
  return isZone ? sized + 3 : sized
}

const signsBeforeValues = '(,[=<>+-*/%|'

/** A cast to a type without text, such as a number or date: the result is safe anywhere. */
export function isPlainCast(place: OperandPlace, index: number): boolean {
  const { parts, safe } = place
  const before = parts[index - 1]
  if (before === undefined) return false
  if (castEnd(place, { first: index, last: index }, safe.plainTypes) !== null) return true
  if (before.token.kind === 'word' && safe.typedLiterals.includes(keywordOf(before))) {
    return (
      parts[index]?.inExpression === true && beginsValue(parts[index - 2]) && isEndOfTyped(parts[index + 1])
    )
  }
  if (!beginsValue(before) || !isDoubleColon(place, index + 1)) return false
  return typeEnd(parts, index + 3, safe.plainTypes) !== null
}

/** Whether the part before cannot make the value part of a longer literal, or take it as its own argument. */
function beginsValue(part: Part | undefined): boolean {
  if (part === undefined) return false
  if (part.token.kind === 'symbol') return signsBeforeValues.includes(part.word)
  if (part.token.kind !== 'word') return false
  const keyword = keywordOf(part)
  return beginningWords.has(keyword) || ['BETWEEN', 'LIMIT', 'OFFSET'].includes(keyword)
}

function isEndOfTyped(part: Part | undefined): boolean {
  if (part === undefined) return true
  return part.token.kind !== 'quoted' && !['(', '[', '{', '.', 'UESCAPE'].includes(part.word)
}
