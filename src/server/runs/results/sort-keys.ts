import { toInstant } from '#shared/format/dates.ts'
import { compareDecimalTexts, isDecimalText } from '#shared/format/decimal.ts'
import { keepsDigits } from '#shared/results/parse-result.ts'
import { type CellKind, cellKind } from '#shared/results/row-scanner.ts'
import { storedValue } from './cell-value.ts'
import { isoEpoch } from './iso-epoch.ts'
import { radixOrder } from './radix-order.ts'
import { type TextArena, textArena } from './text-arena.ts'

/** How the cells of a sorted column are compared, by the type that the server reports. */
export type SortedAs = 'number' | 'date' | 'other'

/** The sort keys of one column, in typed arrays. Rows are added in order. */
export interface SortKeys {
  add(item: number, kind: CellKind, bytes: Buffer, start: number, end: number): void
  /**
   * sorts stably, like the web client does (table-sort.ts): missing values first, then numbers, then texts by UTF-16
   * unit
   */
  sort(order: Uint32Array, spare: Uint32Array, descending: boolean): Uint32Array
}

/** Bytes per row that `sortKeys` needs, not counting texts. */
export const bytesOfKey = 13

const [missing, numeric, text] = [0, 1, 2]
const prefixLength = 8

/** @param textBytes limit of all texts together; more throws TooLargeToOrder */
export function sortKeys(items: number, sortedAs: SortedAs, textBytes: number): SortKeys {
  const classes = new Uint8Array(items)
  const high = new Uint32Array(items)
  const low = new Uint32Array(items)
  const texts = textArena(items, textBytes)
  const double = new Float64Array(1)
  const words = new Uint32Array(double.buffer)

  const addNumber = (item: number, value: number) => {
    classes[item] = numeric
    // treat -0 as 0
    double[0] = value + 0
    const [lowWord, highWord] = [words[0] as number, words[1] as number]
    const isNegative = highWord >>> 31 === 1
    high[item] = isNegative ? ~highWord : highWord ^ 0x80000000
    low[item] = isNegative ? ~lowWord : lowWord
  }
  const numberOf = (item: number): number => {
    const highWord = high[item] as number
    const isNegative = highWord >>> 31 === 0
    words[0] = isNegative ? ~(low[item] as number) : (low[item] as number)
    words[1] = isNegative ? ~highWord : highWord ^ 0x80000000
    return double[0] as number
  }
  const addText = (item: number, bytes: Uint8Array, start: number, end: number) => {
    classes[item] = text
    texts.add(item, bytes, start, end)
  }
  const addDecimal = (item: number, bytes: Buffer, start: number, end: number) => {
    const value = shortDecimal(bytes, start, end)
    if (!Number.isNaN(value)) {
      addNumber(item, value)
      return
    }
    const literal = bytes.toString('latin1', start, end)
    addNumber(item, Number(literal))
    // digits beyond a double decide between numbers with the same double
    if (!keepsDigits(literal)) texts.add(item, bytes, start, end)
  }
  const addDate = (item: number, bytes: Buffer, start: number, end: number) => {
    const known = isoEpoch(bytes, start, end)
    const epoch = Number.isNaN(known) ? toInstant(bytes.toString('utf8', start, end))?.epoch : known
    if (epoch === undefined) {
      addText(item, bytes, start, end)
      return
    }
    addNumber(item, epoch)
    if (isDigit(bytes[start + afterMicroseconds]) && start + afterMicroseconds < end)
      texts.add(item, bytes, start, end)
  }
  const addPlainText = (item: number, bytes: Buffer, start: number, end: number) => {
    if (sortedAs === 'date') addDate(item, bytes, start, end)
    else if (sortedAs === 'number' && isDecimalText(bytes.toString('latin1', start, end)))
      addDecimal(item, bytes, start, end)
    else addText(item, bytes, start, end)
  }
  return {
    add(item, kind, bytes, start, end) {
      if (kind === cellKind.number) addDecimal(item, bytes, start, end)
      else if (kind === cellKind.true || kind === cellKind.false)
        addNumber(item, kind === cellKind.true ? 1 : 0)
      else if (kind === cellKind.text) addPlainText(item, bytes, start, end)
      else if (kind !== cellKind.null) {
        const shown = Buffer.from(String(storedValue(bytes, kind, start, end)))
        addPlainText(item, shown, 0, shown.length)
      } else classes[item] = missing
      texts.endItem(item)
    },
    sort(order, spare, descending) {
      const common = commonPrefix(order, classes, texts)
      for (const item of order) if (classes[item] === text) setPrefix(item, texts, common, high, low)
      const sorted = radixOrder(order, spare, { classes, high, low }, descending)
      if (!texts.isEmpty()) {
        const sameKey = (one: number, other: number) =>
          high[one] === high[other] && low[one] === low[other] && classes[one] === classes[other]
        sortRuns(sorted, sameKey, (run) => {
          const isText = classes[run[0] as number] === text
          const compare =
            isText || sortedAs === 'date' ? textCompare(texts, common) : digitCompare(texts, numberOf)
          if (isText && isDecided(run, texts, common)) return
          run.sort(descending ? (one, other) => compare(other, one) : compare)
        })
      }
      return sorted
    },
  }
}

/** Offset of the seventh decimal in `2026-01-31T23:59:59.1234567`: a double of milliseconds does not contain it. */
const afterMicroseconds = 26

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

const maxExactDigits = 15
const powersOfTen = Array.from({ length: maxExactDigits + 1 }, (_, exponent) => 10 ** exponent)

/** The exact number of a decimal with at most 15 digits and no exponent; NaN for others. */
function shortDecimal(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === 0x2d
  let digits = 0
  let value = 0
  let places = -1
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === 0x2e && places < 0) places = 0
    else if (byte >= 0x30 && byte <= 0x39 && ++digits <= maxExactDigits) {
      value = value * 10 + byte - 0x30
      if (places >= 0) places++
    } else return Number.NaN
  }
  if (digits === 0) return Number.NaN
  const size = places > 0 ? value / (powersOfTen[places] as number) : value
  return isNegative ? -size : size
}

/** Number of bytes that all texts begin with: prefixes start after them, where they differ. */
function commonPrefix(order: Uint32Array, classes: Uint8Array, texts: TextArena): number {
  const { bytes } = texts
  let first = -1
  let length = 0
  for (const item of order) {
    if (classes[item] !== text) continue
    const start = texts.startOf(item)
    const own = texts.endOf(item) - start
    if (first < 0) {
      first = start
      length = own
      continue
    }
    let same = 0
    while (same < length && same < own && bytes[first + same] === bytes[start + same]) same++
    length = same
    if (length === 0) break
  }
  return length
}

function setPrefix(
  item: number,
  texts: TextArena,
  common: number,
  high: Uint32Array,
  low: Uint32Array,
): void {
  const { bytes } = texts
  const start = texts.startOf(item) + common
  const end = texts.endOf(item)
  let [first, second] = [0, 0]
  for (let place = 0; place < prefixLength; place++) {
    const byte = start + place < end ? (bytes[start + place] as number) : 0
    if (place < 4) first = (first << 8) | byte
    else second = (second << 8) | byte
  }
  high[item] = first
  low[item] = second
}

/** Calls back for each run of two or more items with the same key, in place. */
function sortRuns(
  order: Uint32Array,
  sameKey: (one: number, other: number) => boolean,
  sortRun: (run: Uint32Array) => void,
): void {
  let start = 0
  for (let end = 1; end <= order.length; end++) {
    if (end < order.length && sameKey(order[start] as number, order[end] as number)) continue
    if (end - start > 1) sortRun(order.subarray(start, end))
    start = end
  }
}

/** Texts of one short length with the same prefix are the same. */
function isDecided(run: Uint32Array, texts: TextArena, common: number): boolean {
  const length = (item: number) => texts.endOf(item) - texts.startOf(item)
  const first = length(run[0] as number)
  return first <= common + prefixLength && run.every((item) => length(item) === first)
}

function textCompare(texts: TextArena, common: number) {
  const { bytes } = texts
  return (one: number, other: number): number => {
    const [left, right] = [texts.startOf(one), texts.startOf(other)]
    const [leftLength, rightLength] = [texts.endOf(one) - left, texts.endOf(other) - right]
    const shorter = Math.min(leftLength, rightLength)
    for (let place = Math.min(common, shorter); place < shorter; place++) {
      const difference = (bytes[left + place] as number) - (bytes[right + place] as number)
      if (difference !== 0) return difference
    }
    return leftLength - rightLength
  }
}

/** Compares numbers with the same double; those without a text are exact as doubles. */
function digitCompare(texts: TextArena, numberOf: (item: number) => number) {
  const literal = (item: number) => {
    const [start, end] = [texts.startOf(item), texts.endOf(item)]
    return start === end
      ? String(numberOf(item))
      : Buffer.from(texts.bytes.subarray(start, end)).toString('latin1')
  }
  return (one: number, other: number): number => compareDecimalTexts(literal(one), literal(other))
}
