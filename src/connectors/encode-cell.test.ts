import { describe, expect, it } from 'vitest'
import { QueryFailed } from './connector-errors.ts'
import { encodeNumber } from './encode-cell.ts'

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
