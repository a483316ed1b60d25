/** The digits part of a number format, parsed (docs/reference/visualizations.md#number-formats). */
export interface NumberPattern {
  thousands: boolean
  /** min number of integer digits, padded with zeros */
  integerDigits: number
  /** formats such as `.00` print no integer part */
  hidesInteger: boolean
  minDecimals: number
  maxDecimals: number
  /** `[.]`: no decimals if all are zero */
  dropsZeroDecimals: boolean
  sign: 'minus' | 'parentheses' | 'plus-before' | 'plus-after' | 'minus-after'
  abbreviation: Abbreviation | undefined
}
export interface Abbreviation {
  space: string
  forced: AbbreviationUnit | undefined
}
export type AbbreviationUnit = 'k' | 'm' | 'b' | 't'

/** Keeps a hostile format from allocating without bound. */
const decimalsLimit = 100

export function parseNumberPattern(format: string): NumberPattern {
  const sign = signStyle(format)
  const { rest, abbreviation } = takeAbbreviation(format.replace(/[()+-]/g, ''))
  const dropsZeroDecimals = rest.includes('[.]')
  const digits = rest.replace('[.]', '.').trim()
  const point = digits.indexOf('.')
  const integer = point < 0 ? digits : digits.slice(0, point)
  const decimals = point < 0 ? '' : digits.slice(point + 1)
  const optional = /\[(0*)\]/.exec(decimals)?.[1]?.length ?? 0
  const maxDecimals = Math.min(count(decimals), decimalsLimit)
  return {
    thousands: digits.includes(','),
    integerDigits: Math.min(count(integer.split(',')[0] ?? ''), decimalsLimit),
    hidesInteger: point === 0,
    minDecimals: Math.max(0, maxDecimals - optional),
    maxDecimals,
    dropsZeroDecimals,
    sign,
    abbreviation,
  }
}

function count(digits: string): number {
  return digits.match(/0/g)?.length ?? 0
}

function signStyle(format: string): NumberPattern['sign'] {
  if (format.includes('(')) return 'parentheses'
  // the sign goes in front if only a currency sign precedes it in the format
  const plus = format.indexOf('+')
  if (plus >= 0) return /^[\s$]*$/.test(format.slice(0, plus)) ? 'plus-before' : 'plus-after'
  const minus = format.indexOf('-')
  if (minus >= 0 && !/^[\s$]*$/.test(format.slice(0, minus))) return 'minus-after'
  return 'minus'
}

function takeAbbreviation(format: string): { rest: string; abbreviation: Abbreviation | undefined } {
  const match = /(\s?)a([kmbt])?/.exec(format)
  if (!match) return { rest: format, abbreviation: undefined }
  const forced = match[2] as AbbreviationUnit | undefined
  return { rest: format.replace(match[0], ''), abbreviation: { space: match[1] ? ' ' : '', forced } }
}
