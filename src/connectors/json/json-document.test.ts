import { describe, expect, it } from 'vitest'
import { parseJson, readCells, tokenText, valueAt } from './json-document.ts'

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

describe('cells', () => {
  const cellsOf = (element: unknown, fields: string[] | null = null) => {
    const cells: [string, unknown][] = []
    readCells(element, fields === null ? null : new Set(fields), (name, value) => cells.push([name, value]))
    return cells
  }

  it('flattens one level and leaves deeper objects as JSON', () => {
    expect(cellsOf({ a: 1, b: { c: 2, d: { e: 3 } }, f: [1] })).toEqual([
      ['a', 1],
      ['b.c', 2],
      ['b.d', { e: 3 }],
      ['f', [1]],
    ])
  })

  it('puts values that are not objects into a column `value`', () => {
    expect(cellsOf(1)).toEqual([['value', 1]])
    expect(cellsOf([1])).toEqual([['value', [1]]])
  })

  it('keeps the chosen fields only', () => {
    expect(cellsOf({ a: 1, b: { c: 2, d: 3 }, e: 4 }, ['e', 'b.d', 'a']).map(([name]) => name)).toEqual([
      'a',
      'b.d',
      'e',
    ])
    expect(cellsOf({ b: { c: 2, d: 3 } }, ['b'])).toEqual([
      ['b.c', 2],
      ['b.d', 3],
    ])
  })

  it('a number kept by its digits is a value, not an object to flatten', () => {
    const [cell] = cellsOf(parseJson('{"n":12345678901234567890}'))
    expect(JSON.stringify(cell)).toBe('["n",12345678901234567890]')
  })
})

describe('valueAt', () => {
  it('follows own property names only', () => {
    expect(valueAt({ a: { b: [1] } }, ['a', 'b', '0'])).toBe(1)
    expect(valueAt({ a: 1 }, ['a', 'b'])).toBeUndefined()
    expect(valueAt({}, ['__proto__'])).toBeUndefined()
  })
})

describe('tokenText', () => {
  it('accepts texts and numbers, digit for digit, and nothing else', () => {
    expect(tokenText('a')).toBe('a')
    expect(tokenText(parseJson('12345678901234567890'))).toBe('12345678901234567890')
    for (const none of [undefined, null, false, '']) expect(tokenText(none)).toBe('')
    for (const unusable of [{ a: 1 }, [], true]) expect(tokenText(unusable)).toBeNull()
  })
})
