/** Digits of a number after rounding; the sign is kept only if a digit other than zero remains. */
export interface RoundedDecimal {
  negative: boolean
  integer: string
  /** between the min and max number of decimals; zeros beyond the min are dropped */
  fraction: string
}

const decimalText = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/
const powersOfTen = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent)
const safeScale = 2 ** 52

/** Whether this is the text of a decimal number (`12`, `-0.5`, `1e3`). */
export function isDecimalText(text: string): boolean {
  return decimalText.test(text) && /\d/.test(text)
}

/**
 * Rounds at `max` decimals, halves towards +infinity as JavaScript's Math.round does on the shifted decimal
 * (docs/reference/visualizations.md#number-formats), and drops trailing zeros beyond `min`.
 */
export function roundNumber(value: number, min: number, max: number): RoundedDecimal {
  const magnitude = Math.abs(value)
  const power = powersOfTen[max]
  if (power !== undefined) {
    const scaled = magnitude * power
    // binary error of `scaled`: so close to one half, only the decimal text can decide
    const doubt = scaled * 5e-16 + 1e-12
    if (scaled < safeScale && Math.abs(scaled - Math.floor(scaled) - 0.5) > doubt) {
      return split(String(Math.round(scaled)), value < 0, min, max)
    }
  }
  return roundDecimalText(String(value), min, max)
}

/** The same for a number given as text, with any number of digits, none lost. */
export function roundDecimalText(text: string, min: number, max: number): RoundedDecimal {
  const match = decimalText.exec(text)
  if (!match) return split('0', false, min, max)
  const negative = match[1] === '-'
  const digits = (match[2] ?? '') + (match[3] ?? '')
  // number of digits left after cutting at `max` decimals
  const kept = (match[2] ?? '').length + Number(match[4] ?? 0) + max
  if (kept >= digits.length) return split(digits.padEnd(kept, '0'), negative, min, max)
  if (kept < 0) return split('0', false, min, max)
  const rest = digits.slice(kept)
  const next = rest.charCodeAt(0) - 48
  const beyondHalf = next > 5 || (next === 5 && (!negative || /[1-9]/.test(rest.slice(1))))
  const head = digits.slice(0, kept) || '0'
  return split(beyondHalf ? addOne(head) : head, negative, min, max)
}

function addOne(digits: string): string {
  const nines = /9*$/.exec(digits)?.[0].length ?? 0
  const head = digits.slice(0, digits.length - nines)
  const zeros = '0'.repeat(nines)
  if (head === '') return `1${zeros}`
  return `${head.slice(0, -1)}${head.charCodeAt(head.length - 1) - 47}${zeros}`
}

/** Cuts whole digits into integer part and `max` decimals. */
function split(digits: string, negative: boolean, min: number, max: number): RoundedDecimal {
  const padded = digits.length > max ? digits : digits.padStart(max + 1, '0')
  const cut = padded.length - max
  let start = 0
  while (start < cut - 1 && padded.charCodeAt(start) === 48) start++
  let end = padded.length
  while (end > cut + min && padded.charCodeAt(end - 1) === 48) end--
  return {
    negative: negative && /[1-9]/.test(padded),
    integer: padded.slice(start, cut),
    fraction: padded.slice(cut, end),
  }
}

/** Compares two decimal texts by value, with any number of digits. */
export function compareDecimalTexts(one: string, other: string): number {
  const [first, second] = [scaled(one), scaled(other)]
  const places = Math.max(first.places, second.places)
  const left = first.digits * 10n ** BigInt(places - first.places)
  const right = second.digits * 10n ** BigInt(places - second.places)
  return left < right ? -1 : left > right ? 1 : 0
}

function scaled(text: string): { digits: bigint; places: number } {
  const match = decimalText.exec(text)
  if (!match) return { digits: 0n, places: 0 }
  const fraction = match[3] ?? ''
  const digits = BigInt(`${match[2] ?? ''}${fraction}` || '0')
  const places = fraction.length - Number(match[4] ?? 0)
  const signed = match[1] === '-' ? -digits : digits
  return places < 0 ? { digits: signed * 10n ** BigInt(-places), places: 0 } : { digits: signed, places }
}
