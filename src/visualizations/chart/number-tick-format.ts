import type { HostSettings } from '../visualization.ts'

/** `,` and `.` in a format are markers: ticks print the separators of the organization instead. */
export type TickSeparators = Pick<HostSettings, 'thousandsSeparator' | 'decimalSeparator'>
export const plainSeparators: TickSeparators = { thousandsSeparator: ',', decimalSeparator: '.' }

/**
 * The part of the d3-format mini-language that stored charts use, for axis ticks:
 * `[[fill]align][sign][$|#][0][width][,][.precision][~][type]`.
 * Types: e f g r s % p d b o x X c, and none. Null for an invalid format: the caller uses its default.
 */
export function numberTickFormat(
  specifier: string,
  separators: TickSeparators,
): ((value: number) => string) | null {
  const parts = pattern.exec(specifier)
  if (!parts) return null
  const [, fill = ' ', align, sign = '-', symbol = '', zero, width, comma, precision, trim, type = ''] = parts
  const spec: Spec = {
    fill: zero ? '0' : fill,
    align: zero ? '=' : (align ?? '>'),
    sign,
    symbol,
    width: width ? Number(width) : 0,
    comma: comma !== undefined || type === 'n',
    precision: precision === undefined ? undefined : Math.min(20, Number(precision)),
    trim: trim !== undefined || type === '',
    type: type === 'n' ? 'g' : type,
  }
  return (value) => formatted(value, spec, separators)
}

const pattern = /^(?:(.)?([<>=^]))?([+\-( ])?([$#])?(0)?(\d{1,3})?(,)?(?:\.(\d{1,2}))?(~)?([a-z%])?$/i

interface Spec {
  fill: string
  align: string
  sign: string
  symbol: string
  width: number
  comma: boolean
  precision: number | undefined
  trim: boolean
  type: string
}

function formatted(value: number, spec: Spec, separators: TickSeparators): string {
  if (!Number.isFinite(value)) return String(value)
  const [raw, suffix] = digits(Math.abs(value), spec)
  const body = spec.trim ? trimmed(raw) : raw
  const negative = value < 0 && Number.parseFloat(body) !== 0
  const prefix = signOf(negative, spec.sign) + symbolOf(spec)
  const end = suffix + (negative && spec.sign === '(' ? ')' : '')
  return padded(prefix, separated(body, spec.comma, separators), end, spec)
}

function digits(value: number, spec: Spec): [string, string] {
  const precision = spec.precision ?? 6
  switch (spec.type) {
    case 'f':
      return [value.toFixed(precision), '']
    case 'e':
      return exponential(value.toExponential(precision))
    case '%':
      return [(value * 100).toFixed(precision), '%']
    case 'p':
      return [significant(value * 100, precision), '%']
    case 'r':
      return [significant(value, precision), '']
    case 's':
      return siDigits(value, precision)
    case 'd':
      return [Math.round(value).toFixed(0), '']
    case 'b':
      return [Math.round(value).toString(2), '']
    case 'o':
      return [Math.round(value).toString(8), '']
    case 'x':
      return [Math.round(value).toString(16), '']
    case 'X':
      return [Math.round(value).toString(16).toUpperCase(), '']
    case '':
      return exponential(value.toPrecision(Math.max(1, spec.precision ?? 12)))
    default:
      return exponential(value.toPrecision(Math.max(1, precision)))
  }
}

function exponential(text: string): [string, string] {
  const at = text.indexOf('e')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

const siPrefixes = ['y', 'z', 'a', 'f', 'p', 'n', 'µ', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y']

function siDigits(value: number, precision: number): [string, string] {
  if (value === 0) return [significant(0, precision), '']
  // rounds first: 999.96 with four digits is 1.000k
  const exponent = Number(value.toExponential(Math.max(0, precision - 1)).split('e')[1])
  const step = Math.max(-8, Math.min(8, Math.floor(exponent / 3)))
  return [significant(value / 10 ** (step * 3), precision), siPrefixes[step + 8] ?? '']
}

/** `precision` significant digits without an exponent */
function significant(value: number, precision: number): string {
  const count = Math.max(1, precision)
  if (value === 0) return (0).toFixed(count - 1)
  const exponent = Number(value.toExponential(count - 1).split('e')[1])
  const decimals = count - 1 - exponent
  if (decimals >= 0) return value.toFixed(Math.min(100, decimals))
  const unit = 10 ** -decimals
  return (Math.round(value / unit) * unit).toFixed(0)
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function separated(text: string, isGrouped: boolean, separators: TickSeparators): string {
  const { thousandsSeparator, decimalSeparator } = separators
  const [whole = '', fraction] = text.split('.')
  const left = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, () => thousandsSeparator) : whole
  return fraction === undefined ? left : left + decimalSeparator + fraction
}

function signOf(negative: boolean, sign: string): string {
  if (negative) return sign === '(' ? '(' : '−'
  return sign === '+' ? '+' : sign === ' ' ? ' ' : ''
}

function symbolOf(spec: Spec): string {
  if (spec.symbol === '$') return '$'
  return spec.symbol === '#' && /[boxX]/.test(spec.type) ? `0${spec.type.toLowerCase()}` : ''
}

function padded(prefix: string, body: string, end: string, spec: Spec): string {
  const missing = spec.width - prefix.length - body.length - end.length
  const text = prefix + body + end
  if (missing <= 0) return text
  const fill = spec.fill.repeat(missing)
  switch (spec.align) {
    case '<':
      return text + fill
    case '=':
      return prefix + fill + body + end
    case '^':
      return fill.slice(0, missing >> 1) + text + fill.slice(missing >> 1)
    default:
      return fill + text
  }
}

const steps: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]

/** Tick text without a stored format: 950, 2.5, 20k, 1.5M, 3B; numbers below 10,000, such as years, are not shortened. */
export function plainTick(value: number, { decimalSeparator }: TickSeparators): string {
  return shortNumber(value)
    .replace('-', '−')
    .replace('.', () => decimalSeparator)
}

function shortNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 10_000 && size < 1e16) {
    const [unit, suffix] = steps.find(([least]) => size >= least) ?? [1, '']
    return `${Number((value / unit).toPrecision(6))}${suffix}`
  }
  if (size !== 0 && (size < 1e-6 || size >= 1e16)) return value.toExponential(2).replace(/\.?0+e/, 'e')
  return String(Number(value.toPrecision(12)))
}
