import { describe, expect, it } from 'vitest'
import { parseJson, readCells, tokenText, valueAt } from './json-document.ts'

describe('parseJson', () => {
  it('keeps the digits of numbers that a double cannot hold', () => {
    const text =
      '{"big":12345678901234567890,"decimal":0.12345678901234567890,"small":1,"text":"12345678901234567890"}'
    expect(JSON.stringify(parseJson(text))).toBe(text)
  })

  it.each([
    '12345678901.123456789',
    '-1234567890123456.5',
    '1.2345678901234567',
    '0.12345678901234567',
    '1234567890123456e5',
    '12.34567890123456e+100',
    `1${'0'.repeat(400)}`,
  ])('keeps the digits of %s', (text) => {
    expect(JSON.stringify(parseJson(text))).toBe(text)
    expect(JSON.stringify(parseJson(`{"n":${text}}`))).toBe(`{"n":${text}}`)
    expect(JSON.stringify(parseJson(`[1,\n${text}]`))).toBe(`[1,${text}]`)
  })

  it.each(['1e400', '-1.5E+400', '1e-400', '1.23456e-320'])(
    'makes %s, which no double holds, a text',
    (text) => {
      expect(parseJson(`[0, ${text}]`)).toEqual([0, text])
    },
  )

  it.each([
    ['1.50', 1.5],
    ['0.00000000000000001', 1e-17],
    ['1e300', 1e300],
    ['0e999', 0],
    ['0.0e-999', 0],
  ])('reads %s as the number it is', (text, number) => expect(parseJson(`[${text}]`)).toEqual([number]))

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

  it('shows an empty object as the value it is', () => {
    expect(cellsOf({ a: {} })).toEqual([['a', {}]])
    expect(cellsOf({ a: {}, b: 1 }, ['b'])).toEqual([['b', 1]])
    expect(cellsOf({ a: {} }, ['a.b'])).toEqual([])
  })

  it('makes a column `value` of what is no object', () => {
    expect(cellsOf(1)).toEqual([['value', 1]])
    expect(cellsOf([1])).toEqual([['value', [1]]])
  })

  it('says where the outer key of a name ends', () => {
    const heard: unknown[] = []
    const hear = (name: string, value: unknown, outer: number) => heard.push([name, value, outer])
    readCells({ 'a.b': 1, a: { b: 2 } }, null, hear)
    expect(heard).toEqual([
      ['a.b', 1, 3],
      ['a.b', 2, 1],
    ])
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
  it('follows a path of own names only', () => {
    expect(valueAt({ a: { b: [1] } }, ['a', 'b', '0'])).toBe(1)
    expect(valueAt({ a: 1 }, ['a', 'b'])).toBeUndefined()
    expect(valueAt({}, ['__proto__'])).toBeUndefined()
  })
})

describe('tokenText', () => {
  it('takes texts and numbers, digit for digit, and nothing else', () => {
    expect(tokenText('a')).toBe('a')
    expect(tokenText(parseJson('12345678901234567890'))).toBe('12345678901234567890')
    for (const none of [undefined, null, false, '']) expect(tokenText(none)).toBe('')
    for (const unusable of [{ a: 1 }, [], true]) expect(tokenText(unusable)).toBeNull()
  })
})
