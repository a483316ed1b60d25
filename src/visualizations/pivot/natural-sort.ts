/** A parsed sort key, so that each text is parsed only once. */
export interface SortKey {
  /** true for null, which sorts first */
  missing: boolean
  /** true for a number, false for the text of one */
  isNumber: boolean
  /** NaN for texts that are not numbers */
  number: number
  text: string
  /** alternating digits and other text, when the text has digits */
  parts: readonly SortPart[] | null
}

interface SortPart {
  text: string
  /** digits with a leading zero are decimals (`007` is .007); NaN for other parts */
  number: number
}

/** Compares like react-pivottable: null first, then numbers and their texts, then other texts with numbers by value. */
export function naturalSort(one: unknown, other: unknown): number {
  return compareSortKeys(sortKeyOf(one), sortKeyOf(other))
}

export function sortKeyOf(value: unknown): SortKey {
  const missing = value === null || value === undefined
  const text = missing ? '' : String(value)
  const number = missing ? 0 : typeof value === 'number' ? value : Number(text)
  const parts = !missing && typeof value !== 'number' && /\d/.test(text) ? partsOf(text) : null
  return { missing, isNumber: typeof value === 'number', number, text, parts }
}

function partsOf(text: string): SortPart[] {
  return (text.match(/\d+|\D+/g) ?? []).map((part) => ({
    text: part,
    number: /^\d/.test(part) ? Number(part.replace(/^0/, '.0')) : Number.NaN,
  }))
}

export function compareSortKeys(one: SortKey, other: SortKey): number {
  if (one.missing || other.missing) return Number(other.missing) - Number(one.missing)
  if (one.isNumber && Number.isNaN(one.number)) return other.isNumber && Number.isNaN(other.number) ? 0 : -1
  if (other.isNumber && Number.isNaN(other.number)) return 1
  if (one.number < other.number) return -1
  if (one.number > other.number) return 1
  if (one.isNumber !== other.isNumber) return one.isNumber ? -1 : 1
  if (one.isNumber) return 0
  const [oneIsText, otherIsText] = [Number.isNaN(one.number), Number.isNaN(other.number)]
  if (oneIsText !== otherIsText) return oneIsText ? 1 : -1
  return compareTexts(one, other)
}

function compareTexts(one: SortKey, other: SortKey): number {
  if (one.text === other.text) return 0
  if (!one.parts || !other.parts) return one.text > other.text ? 1 : -1
  const shared = Math.min(one.parts.length, other.parts.length)
  for (let index = 0; index < shared; index++) {
    const [first, second] = [one.parts[index], other.parts[index]]
    if (!first || !second || first.text === second.text) continue
    const bothNumbers = !Number.isNaN(first.number) && !Number.isNaN(second.number)
    return bothNumbers ? first.number - second.number : first.text > second.text ? 1 : -1
  }
  return one.parts.length - other.parts.length
}
