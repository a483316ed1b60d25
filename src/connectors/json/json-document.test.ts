import { describe, expect, it } from 'vitest'
import { columnNames, parseJson, readRows, valueAt } from './json-document.ts'

describe('parseJson', () => {
  it('keeps the digits of numbers that a double cannot hold', () => {
    const text =
      '{"big":12345678901234567890,"decimal":0.12345678901234567890,"small":1,"text":"12345678901234567890"}'
    expect(JSON.stringify(parseJson(text))).toBe(text)
  })

  it('says that the answer is not JSON', () => {
    expect(() => parseJson('<html>')).toThrow('The answer is not JSON')
  })
})

describe('rows', () => {
  it('flattens one level and leaves deeper objects as JSON', () => {
    expect(readRows([{ a: 1, b: { c: 2, d: { e: 3 } }, f: [1] }], null)).toEqual([
      { a: 1, 'b.c': 2, 'b.d': { e: 3 }, f: [1] },
    ])
  })

  it('makes one row of an object, one row of each element, and a column `value` of plain values', () => {
    expect(readRows({ a: 1 }, null)).toEqual([{ a: 1 }])
    expect(readRows([1, null, 'x'], null)).toEqual([{ value: 1 }, { value: 'x' }])
  })

  it('keeps the chosen fields in their order', () => {
    const rows = readRows([{ a: 1, b: { c: 2, d: 3 }, e: 4 }], ['e', 'b.d', 'a'])
    expect(rows).toEqual([{ a: 1, 'b.d': 3, e: 4 }])
    expect(columnNames(rows, ['e', 'b.d', 'a'])).toEqual(['e', 'b.d', 'a'])
    expect(readRows([{ b: { c: 2, d: 3 } }], ['b'])).toEqual([{ 'b.c': 2, 'b.d': 3 }])
  })

  it('a number kept by its digits is a value, not an object to flatten', () => {
    const rows = readRows(parseJson('[{"n":12345678901234567890}]'), null)
    expect(JSON.stringify(rows)).toBe('[{"n":12345678901234567890}]')
  })
})

describe('valueAt', () => {
  it('follows a dotted path of own names only', () => {
    expect(valueAt({ a: { b: [1] } }, 'a.b')).toEqual([1])
    expect(() => valueAt({ a: 1 }, 'a.b')).toThrow("Couldn't find path a.b in response.")
    expect(() => valueAt({}, '__proto__')).toThrow("Couldn't find path")
  })
})
