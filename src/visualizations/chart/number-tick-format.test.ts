import { describe, expect, it } from 'vitest'
import { numberTickFormat, plainSeparators, plainTick } from './number-tick-format.ts'

const german = { thousandsSeparator: '.', decimalSeparator: ',' }

describe('d3-format', () => {
  it.each([
    [',.2f', 1234.5, '1,234.50'],
    ['.0%', 0.256, '26%'],
    ['.1%', 0.2567, '25.7%'],
    ['$,.0f', 1234567, '$1,234,567'],
    ['$,.2f', -5, '−$5.00'],
    ['s', 1500, '1.50000k'],
    ['.2s', 1500000, '1.5M'],
    ['~s', 1500, '1.5k'],
    ['.3s', 999.6, '1.00k'],
    ['.1s', 0.00042, '400µ'],
    ['d', 41.6, '42'],
    [',', 1234567.5, '1,234,567.5'],
    ['', 0.30000000000000004, '0.3'],
    ['.3r', 0.012345, '0.0123'],
    ['.2r', 123456, '120000'],
    ['.2e', 12345, '1.23e+4'],
    ['.3g', 1234, '1.23e+3'],
    ['+.1f', 3, '+3.0'],
    ['(.1f', -3, '(3.0)'],
    ['05d', 42, '00042'],
    ['*>6d', 42, '****42'],
    ['<5d', 42, '42   '],
    ['^6d', 42, '  42  '],
    ['#x', 255, '0xff'],
    ['X', 255, 'FF'],
    ['b', 5, '101'],
    ['.2f', -0.001, '0.00'],
    ['.1p', 0.123, '10%'],
    ['n', 12345.678, '12,345.7'],
  ])('formats %s of %d as %s', (specifier, value, text) => {
    expect(numberTickFormat(specifier, plainSeparators)?.(value)).toBe(text)
  })

  it.each(['0,0', 'abc', '%Y-%m-%d', '{value}'])('rejects %s', (specifier) => {
    expect(numberTickFormat(specifier, plainSeparators)).toBeNull()
  })
})

describe('ticks without a format', () => {
  it.each([
    [0, '0'],
    [0.1 + 0.2, '0.3'],
    [1955, '1955'],
    [20_000, '20k'],
    [1_500_000, '1.5M'],
    [-3e9, '−3B'],
    [2.5e12, '2.5T'],
    [1e-9, '1e−9'],
    [1.5e20, '1.5e+20'],
  ])('show %d as %s', (value, text) => {
    expect(plainTick(value, plainSeparators)).toBe(text)
  })
})

describe('the separators of the organization', () => {
  it.each([
    [',.2f', 1234567.5, '1.234.567,50'],
    ['$,.0f', -1234567, '−$1.234.567'],
    ['.1%', 0.2567, '25,7%'],
    ['.2s', 1500000, '1,5M'],
    ['.2e', 12345, '1,23e+4'],
    ['d', 1234567, '1234567'],
  ])('replace the markers of %s', (specifier, value, text) => {
    expect(numberTickFormat(specifier, german)?.(value)).toBe(text)
  })

  it('are used in ticks without a format', () => {
    expect(plainTick(-1_500_000, german)).toBe('−1,5M')
    expect(plainTick(0.25, german)).toBe('0,25')
    expect(plainTick(1.25e-9, german)).toBe('1,25e−9')
  })
})
