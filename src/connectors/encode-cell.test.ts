import { describe, expect, it } from 'vitest'
import { QueryFailed } from './connector-errors.ts'
import { encodeDouble, encodeInteger, encodeNumber, encodeValue } from './encode-cell.ts'

describe('numbers of databases', () => {
  it.each([
    ['0.10', '0.10'],
    ['-18446744073709551616', '-18446744073709551616'],
    ['1e-7', '1e-7'],
    [1e21, '1e+21'],
    ['NaN', 'null'],
    ['-Infinity', 'null'],
    ['inf', 'null'],
    [Number.NaN, 'null'],
  ])('writes %j as %s', (cell, json) => expect(encodeNumber(cell)).toBe(json))

  it.each(['1abc', '1_000', '', ' ', '0x10', '+1', '007', '.5', '1,000'])('refuses %j', (cell) => {
    const write = () => encodeNumber(cell)
    expect(write).toThrow(QueryFailed)
    expect(write).toThrow(`The server sent ${JSON.stringify(cell)} as a value of type number.`)
  })

  it('cuts what it shows of a long value', () => {
    expect(() => encodeNumber('x'.repeat(1000))).toThrow(`"${'x'.repeat(50)}…"`)
  })
})

it.each(['1.5', '1e3', '', 'NaN', '007', '-'])('refuses %j as a whole number', (cell) => {
  expect(encodeInteger('-12345678901234567890')).toBe('-12345678901234567890')
  expect(() => encodeInteger(cell)).toThrow(QueryFailed)
})

it.each(['1e400', '-1.5E+400', '1e-400', '9'.repeat(400)])('refuses %s, which is no double', (cell) => {
  expect(encodeDouble('1.5e300')).toBe('1.5e300')
  expect(encodeDouble('-Infinity')).toBe('null')
  for (const double of ['5e-324', '0e999', '1.7976931348623157e+308'])
    expect(encodeDouble(double)).toBe(double)
  expect(() => encodeDouble(cell)).toThrow(QueryFailed)
})

it('keeps the sign of zero, and writes halves of characters as escapes', () => {
  expect([-0, 0, 'x\ud800', ['\udc00']].map(encodeValue)).toEqual([
    ...['-0', '0', '"x\\ud800"', '["\\udc00"]'],
  ])
})
