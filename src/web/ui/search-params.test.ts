import { describe, expect, it } from 'vitest'
import {
  listOf,
  parseSearch,
  positiveInteger,
  stringifySearch,
  textOf,
  unreadNames,
} from './search-params.ts'

describe('the query part of an address', () => {
  it('is plain text, and repeated names become lists', () => {
    expect(parseSearch('?a=1&b=true&c=x&c=y&d')).toEqual({ a: '1', b: 'true', c: ['x', 'y'], d: '' })
  })

  it.each([
    '?a=1',
    '?a=x&a=y',
    '?fullscreen',
    '?p_name=a+b%26c',
    '?q=%22quoted%22',
    '',
    '?p_d=2024-01-01--2024-02-01',
  ])('is read as it was written: %s', (text) => {
    expect(stringifySearch(parseSearch(text))).toBe(text)
  })

  it('omits absent values', () => {
    expect(stringifySearch({ a: undefined, b: null, c: 0, d: [] })).toBe('?c=0')
  })

  it('keeps a value that ends with an equals sign', () => {
    expect(parseSearch(stringifySearch({ a: 'x=', b: '' }))).toEqual({ a: 'x=', b: '' })
  })
})

describe('readers', () => {
  it('take the first text', () => {
    expect([textOf('a'), textOf(['b', 'c']), textOf(3), textOf(undefined), textOf({})]).toEqual([
      'a',
      'b',
      '3',
      undefined,
      undefined,
    ])
  })

  it('fall back for values that are not positive integers', () => {
    expect(['2', '0', '-1', '1e3', '2.5', '', '99999999999'].map((text) => positiveInteger(text, 7))).toEqual(
      [2, 7, 7, 7, 7, 7, 7],
    )
  })

  it('drop empty and duplicate list items', () => {
    expect(listOf(['a', '', 'a', 'b'])).toEqual(['a', 'b'])
    expect(listOf(undefined)).toEqual([])
  })

  it('name the values that were not read', () => {
    const search = { from: 'never', to: '2026-01-31', action: '', page: 'x' }
    expect(unreadNames(search, { to: '2026-01-31' }, ['user_id', 'action', 'from', 'to'])).toEqual(['from'])
  })
})
