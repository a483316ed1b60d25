import { castEnd, isDoubleColon, isPlainCast, type OperandPlace, type Range, typeEnd } from './plain-casts.ts'
import {
  beginningWords,
  endingWords,
  endsNegated,
  endsOperand,
  isDistinctFrom,
  isListBefore,
} from './sql-operands.ts'
import { keyAt, keywordOf, type Part } from './sql-parts.ts'

/**
 * Whether a text at this position can only be a value, whatever it contains. There are two such positions: a whole
 * operand of a comparison, LIKE, IN or BETWEEN, because their result is a truth value, so nothing around it can execute
 * the text or parse it as a name or another language; and a cast to a type without text, such as a number or date. This
 * is a list of what is allowed; everything else is refused.
 */
export function isPlainOperand(place: OperandPlace): boolean {
  const { parts, index } = place
  const part = parts[index]
  if (part === undefined || !part.inQuery || !part.isClear) return false
  if (isPlainCast(place, index)) return true
  if (!part.inExpression) return false
  let range: Range | null = { first: index, last: index }
  while (range !== null) {
    if (isOperand(place, range)) return true
    range = widened(place, range)
  }
  return false
}

function isOperand(place: OperandPlace, range: Range): boolean {
  const last = afterCollation(place.parts, range.last)
  return (
    (isEnded(place.parts, last + 1) &&
      (isRightOperand(place, range.first) || isBetweenEnd(place, range.first))) ||
    isListItem(place, range) ||
    isLeftOperand(place, { first: range.first, last })
  )
}

/** `collate nocase`, `collate "C"` only change how texts are compared. */
function afterCollation(parts: readonly Part[], last: number): number {
  const name = parts[last + 2]?.token.kind
  return keyAt(parts, last + 1) === 'COLLATE' && (name === 'word' || name === 'quoted') ? last + 2 : last
}

function isEnded(parts: readonly Part[], index: number): boolean {
  const part = parts[index]
  if (part === undefined) return true
  if (part.token.kind === 'word')
    return endingWords.has(keywordOf(part)) || isTruthTest(parts, index) || isLastWord(parts, index)
  return part.token.kind === 'symbol' && ');,]'.includes(part.word)
}

/** `is not true`: its result is always a truth value. */
function isTruthTest(parts: readonly Part[], index: number): boolean {
  if (keyAt(parts, index) !== 'IS') return false
  const word = keyAt(parts, keyAt(parts, index + 1) === 'NOT' ? index + 2 : index + 1)
  return ['NULL', 'TRUE', 'FALSE', 'UNKNOWN'].includes(word)
}

/**
 * A column alias without AS, the LOCK of LOCK IN SHARE MODE, SQL Server's OPTION (…), or CQL's ALLOW FILTERING and PER
 * PARTITION LIMIT: it ends the operand, because no operand follows it.
 */
function isLastWord(parts: readonly Part[], index: number): boolean {
  const after = keyAt(parts, index + 1)
  if (keyAt(parts, index) === 'LOCK') return after === 'IN' && keyAt(parts, index + 2) === 'SHARE'
  if (keyAt(parts, index) === 'OPTION' && after === '(') return true
  if (keyAt(parts, index) === 'ALLOW' && after === 'FILTERING') {
    return [undefined, ';'].includes(parts[index + 2]?.word)
  }
  if (keyAt(parts, index) === 'PER' && after === 'PARTITION') return keyAt(parts, index + 2) === 'LIMIT'
  if (['PRECEDING', 'FOLLOWING'].includes(keyAt(parts, index))) return false
  return parts[index + 1] === undefined || [',', 'FROM', ';', ')'].includes(after)
}

function isRightOperand(place: OperandPlace, first: number): boolean {
  const { parts } = place
  const operator = operatorBefore(place, first)
  if (operator !== null) {
    return place.safe.comparisons.includes(operator.text) && endsOperand(parts, operator.first - 1, true)
  }
  const key = keyAt(parts, first - 1)
  if (place.safe.patterns.includes(key)) return endsNegated(parts, first - 2)
  if (key === 'BETWEEN') return endsNegated(parts, first - 2) && isBesideText(place, first + 2, first + 3)
  if (key !== 'FROM' || !isDistinctFrom(parts, first - 1)) return false
  return endsOperand(parts, first - (keyAt(parts, first - 3) === 'NOT' ? 5 : 4))
}

function isBetweenEnd(place: OperandPlace, first: number): boolean {
  const { parts } = place
  if (keyAt(parts, first - 1) !== 'AND' || parts[first - 1]?.isBetweenAnd !== true) return false
  return isBesideText(place, first - 2, first - 3)
}

/** Whether the other bound is a text too, if the database converts both to one type. */
function isBesideText({ text, parts, safe }: OperandPlace, index: number, next: number): boolean {
  if (!safe.convertsLists) return true
  const isAlone = next < index ? keyAt(parts, next) === 'BETWEEN' : isEnded(parts, next)
  return isAlone && isText(text, parts[index])
}

function isText(text: string, part: Part | undefined): boolean {
  return part?.token.kind === 'quoted' && text[part.token.start] === "'"
}

/** An item of IN (…) after an operand; POSITION(… IN …) and AGAINST (… IN …) are different. */
function isListItem(place: OperandPlace, { first, last }: Range): boolean {
  const { parts } = place
  const [before, after] = [parts[first - 1], parts[last + 1]]
  if (before === undefined || after === undefined || parts[first]?.inValueList !== true) return false
  if (before.word !== '(' && before.word !== ',') return false
  if (after.word !== ')' && after.word !== ',') return false
  return !place.safe.convertsLists || isListOfTexts(place, first)
}

/** Whether the parentheses around this item contain only texts. */
function isListOfTexts({ text, parts }: OperandPlace, index: number): boolean {
  const isItem = (part: Part | undefined) => isText(text, part) || part?.word === ','
  let [first, last] = [index - 1, index + 1]
  while (isItem(parts[first])) first--
  while (isItem(parts[last])) last++
  return parts[first]?.word === '(' && parts[last]?.word === ')'
}

function isLeftOperand(place: OperandPlace, { first, last }: Range): boolean {
  const { parts, safe } = place
  const before = parts[first - 1]
  if (before === undefined) return false
  const begins =
    before.token.kind === 'symbol' ? before.word === '(' || before.word === ',' : beginsOperand(before)
  if (!begins) return false
  const operator = operatorAfter(place, last)
  if (operator !== null) return safe.comparisons.includes(operator)
  const negated = keyAt(parts, last + 1) === 'NOT' ? 1 : 0
  const key = keyAt(parts, last + 1 + negated)
  if (key === 'IN') {
    const open = last + 2 + negated
    return isListBefore(parts, open) && !(safe.convertsLists && hasSeveralTypes(place, open))
  }
  if (key === 'IS') {
    const from = keyAt(parts, last + 2) === 'NOT' ? last + 4 : last + 3
    return keyAt(parts, from) === 'FROM' && isDistinctFrom(parts, from)
  }
  return safe.patterns.includes(key) || (key === 'BETWEEN' && !safe.convertsLists)
}

/** Whether more than one item of the list is something else than a text: they may have several types. */
function hasSeveralTypes({ text, parts }: OperandPlace, open: number): boolean {
  let depth = 0
  let others = 0
  let isOther = false
  for (let index = open; index < parts.length; index++) {
    const part = parts[index]
    const word = part?.word ?? ''
    if (word === '(' || word === '[' || word === '{') depth++
    else if (word === ')' || word === ']' || word === '}') depth--
    if (depth === 0 || (word === ',' && depth === 1)) {
      others += isOther ? 1 : 0
      isOther = false
      if (depth === 0) break
    } else if (index > open && !isText(text, part)) isOther = true
  }
  return others > 1
}

/** `not 'x' = a` is `(not 'x') = a` with MySQL's HIGH_NOT_PRECEDENCE, and `xor` is a name in other databases. */
function beginsOperand(before: Part): boolean {
  const keyword = keywordOf(before)
  return beginningWords.has(keyword) && keyword !== 'NOT' && keyword !== 'XOR' && !before.isBetweenAnd
}

const operatorSigns = '+-*/<>=~!@#%^&|`?:'

function isOperatorSign(part: Part | undefined): part is Part {
  return part?.token.kind === 'symbol' && operatorSigns.includes(part.word)
}

/** The whole operator that ends right before this index: `>=` has two characters. */
function operatorBefore(
  { text, parts }: OperandPlace,
  index: number,
): { text: string; first: number } | null {
  const end = parts[index - 1]
  if (!isOperatorSign(end)) return null
  let first = index - 1
  for (; first > 0; first--) {
    const [sign, next] = [parts[first - 1], parts[first]]
    if (!isOperatorSign(sign) || sign.token.end !== next?.token.start) break
  }
  return { text: text.slice(parts[first]?.token.start, end.token.end), first }
}

function operatorAfter({ text, parts }: OperandPlace, index: number): string | null {
  const start = parts[index + 1]
  if (!isOperatorSign(start)) return null
  let last = index + 1
  for (; last + 1 < parts.length; last++) {
    const [sign, next] = [parts[last], parts[last + 1]]
    if (!isOperatorSign(next) || sign?.token.end !== next.token.start) break
  }
  return text.slice(start.token.start, parts[last]?.token.end)
}

/** The same expression with the parentheses around it, or with its cast to text; null: it has neither. */
function widened(place: OperandPlace, { first, last }: Range): Range | null {
  const { parts, safe } = place
  if (isDoubleColon(place, last + 1)) {
    const end = typeEnd(parts, last + 3, safe.textTypes)
    return end === null ? null : { first, last: end }
  }
  if (parts[first - 1]?.word !== '(') return null
  if (parts[last + 1]?.word === ')') return { first: first - 1, last: last + 1 }
  const end = castEnd(place, { first, last }, safe.textTypes)
  return end === null ? null : { first: first - 2, last: end }
}
