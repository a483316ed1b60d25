import { isDecimalText, type RoundedDecimal, roundDecimalText, roundNumber } from './decimal.ts'
import { type AbbreviationUnit, type NumberPattern, parseNumberPattern } from './number-pattern.ts'

/** The characters printed for the markers `,` and `.` of a format. */
export interface Separators {
  thousandsSeparator?: unknown
  decimalSeparator?: unknown
}

/** A number, or the text of one with more digits than a JavaScript number keeps. */
type Numeric = number | string
type Formatter = (value: Numeric, thousands: string, decimal: string) => string

interface SignedText {
  open: string
  body: string
  close: string
}

const formatters = new Map<string, Formatter>()
const formattersLimit = 500

/**
 * Prints a value in a number format of the numeral grammar (docs/reference/visualizations.md#number-formats). Percent
 * does not multiply. No format: plain text. `null` and `""` give `""`; a value that is not a number counts as 0. Long
 * numbers may be given as text and keep every digit.
 */
export function formatNumber(
  value: unknown,
  format: string | null | undefined,
  separators: Separators = {},
): string {
  if (typeof format !== 'string' || format === '') {
    return value === null || value === undefined ? '' : String(value)
  }
  if (value === null || value === '') return ''
  const numeric = toNumeric(value)
  if (numeric === Number.POSITIVE_INFINITY || numeric === Number.NEGATIVE_INFINITY) return String(numeric)
  const { thousandsSeparator, decimalSeparator } = separators
  return formatterOf(format)(
    numeric,
    typeof thousandsSeparator === 'string' ? thousandsSeparator : ',',
    typeof decimalSeparator === 'string' ? decimalSeparator : '.',
  )
}

function toNumeric(value: unknown): Numeric {
  if (typeof value === 'number') return Number.isNaN(value) ? 0 : value
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string' && value.length > 15) {
    const text = value.trim()
    if (isDecimalText(text)) return text
  }
  const number = Number(value)
  return Number.isNaN(number) ? 0 : number
}

function formatterOf(format: string): Formatter {
  let formatter = formatters.get(format)
  if (!formatter) {
    if (formatters.size >= formattersLimit) formatters.clear()
    formatter = compile(format)
    formatters.set(format, formatter)
  }
  return formatter
}

function compile(format: string): Formatter {
  if (format.includes('BPS'))
    return unitFormatter(format, /(\s?)BPS/, 'BPS', (value) => Number(value) * 10_000)
  if (/[0\s]i?b/.test(format)) return bytesFormatter(format)
  if (format.includes('$')) return currencyFormatter(format)
  if (/e[+-]/.test(format)) return exponentFormatter(format)
  if (format.includes('o')) return ordinalFormatter(format)
  if (format.includes('%')) return unitFormatter(format, /(\s?)%/, '%', (value) => value)
  if (format.includes(':')) return timeFormatter
  const pattern = parseNumberPattern(format)
  return (value, thousands, decimal) => joined(signedText(value, pattern, thousands, decimal))
}

function joined({ open, body, close }: SignedText): string {
  return open + body + close
}

function unitFormatter(
  format: string,
  marker: RegExp,
  unit: string,
  convert: (value: Numeric) => Numeric,
): Formatter {
  const pattern = parseNumberPattern(format.replace(marker, ''))
  const suffix = (marker.exec(format)?.[1] ? ' ' : '') + unit
  return (value, thousands, decimal) => {
    const text = signedText(convert(value), pattern, thousands, decimal)
    return text.open + text.body + suffix + text.close
  }
}

const unitPrefixes = ['', 'K', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y']

function bytesFormatter(format: string): Formatter {
  const marker = /(\s?)(i?)b/.exec(format)
  const base = marker?.[2] ? 1024 : 1000
  const space = marker?.[1] ? ' ' : ''
  const pattern = parseNumberPattern(format.replace(/\s?i?b/, ''))
  return (value, thousands, decimal) => {
    let scaled = Number(value)
    let power = 0
    while (Math.abs(scaled) >= base && power < unitPrefixes.length - 1) {
      scaled /= base
      power++
    }
    const unit = `${unitPrefixes[power]}${power > 0 && base === 1024 ? 'i' : ''}B`
    const text = signedText(scaled, pattern, thousands, decimal)
    return text.open + text.body + space + unit + text.close
  }
}

/** Places `$`, spaces and the sign around the digits as in the format. */
function currencyFormatter(format: string): Formatter {
  const before = /^[+\-(\s$]*/.exec(format)?.[0] ?? ''
  const after = /[+\-)\s$]*$/.exec(format.slice(before.length))?.[0] ?? ''
  const pattern = parseNumberPattern(format.replaceAll('$', ''))
  return (value, thousands, decimal) => {
    const { open, body, close } = signedText(value, pattern, thousands, decimal)
    return placed(before, /[+\-(]/, open, true) + body + placed(after, /[+\-)]/, close, false)
  }
}

function placed(around: string, marker: RegExp, sign: string, signFirst: boolean): string {
  const symbols = around.replace(/[+\-()]/g, '')
  if (!symbols.includes('$')) return sign
  if (marker.test(around))
    return around.replace(marker, sign).replace(/[+\-()]/g, (found) => (found === sign ? found : ''))
  return signFirst ? sign + symbols : sign + symbols
}

function exponentFormatter(format: string): Formatter {
  const pattern = parseNumberPattern(format.replace(/e[+-]0*/, ''))
  return (value, thousands, decimal) => {
    const [mantissa, exponent] = Number(value).toExponential().split('e')
    const text = signedText(Number(mantissa), pattern, thousands, decimal)
    return `${text.open}${text.body}e${exponent}${text.close}`
  }
}

function ordinalFormatter(format: string): Formatter {
  const pattern = parseNumberPattern(format.replace(/\s?o/, ''))
  const space = /\so/.test(format) ? ' ' : ''
  return (value, thousands, decimal) => {
    const text = signedText(value, pattern, thousands, decimal)
    return text.open + text.body + space + ordinalSuffix(Math.abs(Number(value))) + text.close
  }
}

/** English: 1st, 2nd, 3rd, 4th, 11th. */
export function ordinalSuffix(value: number): string {
  if (Math.floor((value % 100) / 10) === 1) return 'th'
  const unit = Math.floor(value % 10)
  return unit === 1 ? 'st' : unit === 2 ? 'nd' : unit === 3 ? 'rd' : 'th'
}

/** Seconds as hours:minutes:seconds; the hours are not padded. */
const timeFormatter: Formatter = (value) => {
  const seconds = Math.round(Math.abs(Number(value)))
  const two = (part: number) => String(part).padStart(2, '0')
  const sign = Number(value) < 0 && seconds > 0 ? '-' : ''
  return `${sign}${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const abbreviationUnits: readonly { unit: AbbreviationUnit; size: number }[] = [
  { unit: 't', size: 1e12 },
  { unit: 'b', size: 1e9 },
  { unit: 'm', size: 1e6 },
  { unit: 'k', size: 1e3 },
]

function rounded(value: Numeric, pattern: NumberPattern): RoundedDecimal {
  return typeof value === 'number'
    ? roundNumber(value, pattern.minDecimals, pattern.maxDecimals)
    : roundDecimalText(value, pattern.minDecimals, pattern.maxDecimals)
}

function signedText(value: Numeric, pattern: NumberPattern, thousands: string, decimal: string): SignedText {
  let digits: RoundedDecimal
  let unit = ''
  if (pattern.abbreviation) {
    const short = abbreviated(Number(value), pattern)
    digits = short.digits
    unit = short.unit && pattern.abbreviation.space + short.unit
  } else {
    digits = rounded(value, pattern)
  }
  let body = pattern.hidesInteger ? '' : integerText(digits.integer, pattern, thousands)
  if (digits.fraction !== '' && !(pattern.dropsZeroDecimals && /^0+$/.test(digits.fraction))) {
    body += decimal + digits.fraction
  }
  return withSign(body + unit, digits.negative, pattern.sign)
}

function abbreviated(value: number, pattern: NumberPattern): { digits: RoundedDecimal; unit: string } {
  const forced = pattern.abbreviation?.forced
  const magnitude = Math.abs(value)
  let at = abbreviationUnits.findIndex(({ unit, size }) => (forced ? unit === forced : magnitude >= size))
  const scaled = (index: number) => value / (abbreviationUnits[index]?.size ?? 1)
  let digits = rounded(scaled(at), pattern)
  // 999,999 rounds to 1000k, which is printed as 1m
  const larger = at < 0 ? abbreviationUnits.length - 1 : at - 1
  if (!forced && digits.integer.length > 3 && larger >= 0) {
    at = larger
    digits = rounded(scaled(at), pattern)
  }
  return { digits, unit: abbreviationUnits[at]?.unit ?? '' }
}

function integerText(digits: string, pattern: NumberPattern, thousands: string): string {
  const padded = digits.length < pattern.integerDigits ? digits.padStart(pattern.integerDigits, '0') : digits
  if (!pattern.thousands || padded.length <= 3) return padded
  let end = padded.length % 3 || 3
  let text = padded.slice(0, end)
  for (; end < padded.length; end += 3) text += thousands + padded.slice(end, end + 3)
  return text
}

function withSign(body: string, negative: boolean, sign: NumberPattern['sign']): SignedText {
  switch (sign) {
    case 'parentheses':
      return negative ? { open: '(', body, close: ')' } : { open: '', body, close: '' }
    case 'plus-before':
      return { open: negative ? '-' : '+', body, close: '' }
    case 'plus-after':
      return { open: '', body, close: negative ? '-' : '+' }
    case 'minus-after':
      return { open: '', body, close: negative ? '-' : '' }
    default:
      return { open: negative ? '-' : '', body, close: '' }
  }
}
