import { describe, expect, it } from 'vitest'
import {
  compareDecimals,
  createExactSum,
  decimalToText,
  divideDecimal,
  exactDecimal,
} from './exact-decimal.ts'

const of = (value: unknown) => exactDecimal(value) ?? expect.fail()
const textOf = (value: unknown) => decimalToText(of(value))
const sumOf = (...values: (number | string)[]) => {
  const sum = createExactSum()
  for (const value of values) sum.add(typeof value === 'number' ? value : of(value))
  return sum.total()
}

describe('exact decimals', () => {
  it('are read and written without losing digits', () => {
    expect(textOf('9007199254740993')).toBe('9007199254740993')
    expect(textOf('-123456789012345678901234567890.125')).toBe('-123456789012345678901234567890.125')
    expect([0.1, 1e21, 1.5e-7, -0.5, 0, '1e3', '.5'].map(textOf)).toEqual([
      '0.1',
      '1000000000000000000000',
      '0.00000015',
      '-0.5',
      '0',
      '1000',
      '0.5',
    ])
  })
  it('are none for what is no number', () => {
    for (const value of ['', 'x', '12a', null, undefined, true, Number.NaN, Number.POSITIVE_INFINITY, {}])
      expect(exactDecimal(value)).toBeUndefined()
  })
  it('add up as written', () => {
    expect(decimalToText(sumOf(0.1, 0.2))).toBe('0.3')
    expect(decimalToText(sumOf('9007199254740993', 1, '0.000000000000000001'))).toBe(
      '9007199254740994.000000000000000001',
    )
    expect(decimalToText(sumOf(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 2))).toBe(
      '18014398509481984',
    )
    expect(decimalToText(sumOf(1e300, -1e300, 1))).toBe('1')
  })
  it('are divided with six decimals at least', () => {
    expect(decimalToText(divideDecimal(sumOf(1, 1), 3))).toBe('0.666667')
    expect(decimalToText(divideDecimal(sumOf(-1, -1), 3))).toBe('-0.666667')
    expect(decimalToText(divideDecimal(sumOf(10), 4))).toBe('2.5')
    expect(decimalToText(divideDecimal(of('0.123456789'), 1))).toBe('0.123456789')
  })
  it('are compared by value', () => {
    expect(compareDecimals(of('9007199254740993'), of('9007199254740992'))).toBe(1)
    expect(compareDecimals(of('1.50'), of(1.5))).toBe(0)
    expect(compareDecimals(of('-2'), of('1e-3'))).toBe(-1)
  })
})
