import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNumber } from './numbers.ts'

describe('formatNumber: samples', () => {
  it.each([
    ['0,0', 1234567.891, '1,234,568'],
    ['0,0.00', 1234.5, '1,234.50'],
    ['0,0[.]00000', 10, '10'],
    ['0,0[.]00000', 10.1, '10.10000'],
    ['0,0[.]00000', 1234.123456789, '1,234.12346'],
    ['0[.]00%', 50, '50%'],
    ['0[.]00%', 12.3456, '12.35%'],
    ['0.00%', 12.3456, '12.35%'],
    ['0.0[00]', 1.5, '1.5'],
    ['0.0[00]', 1.2345, '1.235'],
    ['0.0a', 1234567, '1.2m'],
    ['0 a', 1500, '2 k'],
    ['$0,0.00', -1234.5, '-$1,234.50'],
    ['($0,0)', -1234, '($1,234)'],
    ['+0,0', 5, '+5'],
    ['0b', 2048, '2KB'],
    ['0.0ib', 2048, '2.0KiB'],
    ['0o', 3, '3rd'],
    ['00:00:00', 3661, '1:01:01'],
    ['0e+0', 123456, '1e+5'],
    ['0BPS', 0.5, '5000BPS'],
    ['000', 7, '007'],
    ['0,0 €', 5, '5'],
    ['0', 2.5, '3'],
    ['0', -1.5, '-1'],
    ['0.00', -2.345, '-2.34'],
  ])('%s of %s', (format, value, text) => {
    expect(formatNumber(value, format)).toBe(text)
  })
})

describe('formatNumber: values', () => {
  it.each([
    [null, ''],
    ['', ''],
    [undefined, '0.00'],
    [Number.NaN, '0.00'],
    ['1,234.5', '0.00'],
    ['abc', '0.00'],
    ['12.345', '12.35'],
    [' 7 ', '7.00'],
    [true, '1.00'],
    [false, '0.00'],
    [12n, '12.00'],
    [-0, '0.00'],
    [-0.001, '0.00'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
  ])('%s with 0.00', (value, text) => {
    expect(formatNumber(value, '0.00')).toBe(text)
  })

  it('prints plain text without a format', () => {
    expect(formatNumber(1234.5, '')).toBe('1234.5')
    expect(formatNumber(1234.5, undefined)).toBe('1234.5')
    expect(formatNumber(null, '')).toBe('')
    expect(formatNumber('abc', null)).toBe('abc')
  })

  it('keeps every digit of long numbers given as text', () => {
    expect(formatNumber('12345678901234567890', '0,0')).toBe('12,345,678,901,234,567,890')
    expect(formatNumber('-9007199254740993', '0,0')).toBe('-9,007,199,254,740,993')
    expect(formatNumber('0.1234567890123456789', '0.0000000000000000000')).toBe('0.1234567890123456789')
    expect(formatNumber('999999999999999999.995', '0,0.00')).toBe('1,000,000,000,000,000,000.00')
    expect(formatNumber('-999999999999999999.995', '0,0.00')).toBe('-999,999,999,999,999,999.99')
    expect(formatNumber('1.5e20', '0,0')).toBe('150,000,000,000,000,000,000')
  })

  it('prints numbers beyond 2^52 and in exponent notation in full', () => {
    expect(formatNumber(1e21, '0,0')).toBe('1,000,000,000,000,000,000,000')
    expect(formatNumber(9007199254740991, '0,0.00')).toBe('9,007,199,254,740,991.00')
    expect(formatNumber(1e-7, '0.00')).toBe('0.00')
    expect(formatNumber(5e-324, '0.0[00]')).toBe('0.0')
  })

  it('rounds by the decimal text, not by its binary approximation', () => {
    expect(formatNumber(1.005, '0.00')).toBe('1.01')
    expect(formatNumber(8.345, '0.00')).toBe('8.35')
    expect(formatNumber(-8.345, '0.00')).toBe('-8.34')
    expect(formatNumber(0.285, '0.00')).toBe('0.29')
  })
})

describe('formatNumber: grammar', () => {
  it.each([
    ['0.0 a', 999, '999.0'],
    ['0a', 999_999, '1m'],
    ['0.0ak', 1234567, '1234.6k'],
    ['0.00at', 1e9, '0.00t'],
    ['0 am', 1234567, '1 m'],
    ['0.0a', -1500, '-1.5k'],
    ['0.0a', 2e15, '2000.0t'],
    ['($0,0)', 1234, '$1,234'],
    ['(0,0.0)', -5, '(5.0)'],
    ['0,0 $', 5, '5 $'],
    ['$ 0,0', 5, '$ 5'],
    ['-$0,0', -5, '-$5'],
    ['$-0,0', -5, '$-5'],
    ['+$0,0', -5, '-$5'],
    ['+0,0', -5, '-5'],
    ['0,0+', 5, '5+'],
    ['0,0-', -5, '5-'],
    ['0,0-', 5, '5'],
    ['(0%)', -12, '(12%)'],
    ['0 %', 12, '12 %'],
    ['.00', 0.5, '.50'],
    ['0.0[00]', 1, '1.0'],
    ['0[.]0[00]', 1, '1'],
    ['0.[00]', 5, '5'],
    ['0 b', 100, '100 B'],
    ['0.0 ib', 1048576, '1.0 MiB'],
    ['0b', -2048, '-2KB'],
    ['0o', 11, '11th'],
    ['0 o', 22, '22 nd'],
    ['0,0o', 1121, '1,121st'],
    ['00:00:00', 59.7, '0:01:00'],
    ['00:00:00', -61, '-0:01:01'],
    ['0.00e+0', 0.00012345, '1.23e-4'],
    ['0 BPS', 0.0056, '56 BPS'],
    ['0,000', 7, '7'],
    ['000,0', 7, '007'],
    ['#,##0.00', 1234.5, '1,234.50'],
  ])('%s of %s', (format, value, text) => {
    expect(formatNumber(value, format).trimEnd()).toBe(text)
  })

  it('prints the separators of the organization, each with its own fallback', () => {
    const german = { thousandsSeparator: '.', decimalSeparator: ',' }
    expect(formatNumber(1234567.891, '0,0.00', german)).toBe('1.234.567,89')
    expect(formatNumber(1234.5, '0,0.0', { thousandsSeparator: '' })).toBe('1234.5')
    expect(formatNumber(1234.5, '0,0.0', { thousandsSeparator: 5, decimalSeparator: null })).toBe('1,234.5')
    expect(formatNumber(1234.5, '$0,0.0', german)).toBe('$1.234,5')
  })

  it('agrees with Intl on every safe integer', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(formatNumber(value, '0,0')).toBe(new Intl.NumberFormat('en-US').format(value))
      }),
    )
  })

  it('survives any format', () => {
    fc.assert(
      fc.property(fc.string(), fc.double(), (format, value) => {
        expect(typeof formatNumber(value, format)).toBe('string')
      }),
    )
  })
})
