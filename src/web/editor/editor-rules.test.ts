import { describe, expect, it } from 'vitest'
import { placeInEditor } from '../queries/place-in-editor.ts'
import { wordBefore } from './completion/word-at-cursor.ts'
import { nameAsInserted } from './insertion.ts'
import { quoteName, quotePart } from './quote-name.ts'

describe('wordBefore', () => {
  it.each([
    ['select fl', { qualifier: null, prefix: 'fl', from: 7, quote: null }],
    ['select f.', { qualifier: 'f', prefix: '', from: 9, quote: null }],
    ['select public.flights.da', { qualifier: 'public.flights', prefix: 'da', from: 22, quote: null }],
    ['select "Odd Name".x', { qualifier: 'Odd Name', prefix: 'x', from: 18, quote: null }],
    ['select f."de', { qualifier: 'f', prefix: 'de', from: 9, quote: '"' }],
    ['select ', { qualifier: null, prefix: '', from: 7, quote: null }],
  ])('%s', (text, word) => {
    expect(wordBefore(text)).toEqual(word)
  })
})

describe('quoteName', () => {
  const postgres = { quote: '"', folds_case: true } as const
  const mysql = { quote: '`', folds_case: false } as const
  it('quotes only what needs it', () => {
    expect(quoteName('public.flights', postgres)).toBe('public.flights')
    expect(quoteName('public.Flights', postgres)).toBe('public."Flights"')
    expect(quoteName('order', postgres)).toBe('"order"')
    expect(quoteName('public."a.b"', postgres)).toBe('public."a.b"')
    expect(quoteName('"Sales"."o""k"', postgres)).toBe('"Sales"."o""k"')
    expect(quotePart('user', postgres)).toBe('"user"')
    expect(quotePart('rank', mysql)).toBe('`rank`')
    expect(quotePart('a.b', postgres)).toBe('"a.b"')
    expect(quotePart('we"ird', postgres)).toBe('"we""ird"')
    expect(quotePart('Flights', mysql)).toBe('Flights')
    expect(quotePart('2024 `x`', mysql)).toBe('`2024 ``x```')
  })
})

describe('placeInEditor', () => {
  it('moves a place in a selection to its place in the whole text', () => {
    const text = 'select 1;\n  select x\nfrom y'
    expect(placeInEditor({ line: 1, column: 8 }, text, 12)).toEqual({ line: 2, column: 10 })
    expect(placeInEditor({ line: 2, column: 6 }, text, 12)).toEqual({ line: 3, column: 6 })
    expect(placeInEditor({ line: 1, column: 8 }, text, 0)).toEqual({ line: 1, column: 8 })
  })
})

describe('nameAsInserted', () => {
  it.each([
    ['select |from t', 'a', 'select a from t'],
    ['select | from t', 'a', 'select a from t'],
    ['select|', 'a', 'select a'],
    ['select a,| from t', 'b', 'select a, b from t'],
    ['select |', 'b', 'select b'],
    ['select f.| from flights f', 'a', 'select f.a from flights f'],
    ['select f.|from flights f', 'a', 'select f.a from flights f'],
    ['select count(|)', 'a', 'select count(a)'],
    ['select count(a|)', 'b', 'select count(a b)'],
    ['where a =|', 'b', 'where a = b'],
    ['where |= 1', 'b', 'where b = 1'],
    ['select a::|', 'b', 'select a::b'],
    ['from public.|', 'public.flights', 'from public.flights'],
    ['from sales.|', 'public.flights', 'from sales.public.flights'],
    ['from "Odd".|', '"Odd".x', 'from "Odd".x'],
    ['select 1\n|from t', 'a', 'select 1\na from t'],
    ['|', 'a', 'a'],
  ])('%s and %s', (marked, name, text) => {
    const [before = '', after = ''] = marked.split('|')
    expect(before + nameAsInserted(name, before, after) + after).toBe(text)
  })
})
