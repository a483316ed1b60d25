import { describe, expect, it } from 'vitest'
import { placeInEditor } from '../queries/place-in-editor.ts'
import { quoteName, quotePart } from './quote-name.ts'
import { isNamePlace, tablesOfStatement, wordBefore } from './statement.ts'

/** `|` marks the cursor. */
function tables(marked: string) {
  return tablesOfStatement(marked.replace('|', ''), marked.indexOf('|'))
}

describe('tablesOfStatement', () => {
  it.each([
    ['select | from flights', [{ name: 'flights', alias: null }]],
    ['select | from flights f where x', [{ name: 'flights', alias: 'f' }]],
    [
      'select | from public.flights as f, "Odd Name" o',
      [
        { name: 'public.flights', alias: 'f' },
        { name: 'Odd Name', alias: 'o' },
      ],
    ],
    [
      'select | from a left join b on a.x = b.x inner join `c` z using (id)',
      [
        { name: 'a', alias: null },
        { name: 'b', alias: null },
        { name: 'c', alias: 'z' },
      ],
    ],
    ['select 1 from one; select | from two; select 3 from three', [{ name: 'two', alias: null }]],
    ["select ';', 'from x' -- from y\n, | from z /* from w */", [{ name: 'z', alias: null }]],
    ['select | from (select * from inner_table) t', [{ name: 'inner_table', alias: null }]],
    ['update things set |', [{ name: 'things', alias: null }]],
    ['select |', []],
    ['select | from', []],
  ])('%s', (text, found) => {
    expect(tables(text)).toEqual(found)
  })

  it('stays fast in a long text', () => {
    const long = `${'select * from some_table where a = 1;\n'.repeat(30_000)}select | from last_table`
    expect(tables(long)).toEqual([{ name: 'last_table', alias: null }])
  })
})

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

describe('isNamePlace', () => {
  it.each([
    '',
    'select ',
    'select a, ',
    'select\n  ',
    'select f(',
    'from ',
    'from a, ',
    'where a = ',
    'on a.x = ',
    'a + ',
  ])('after %j names are offered', (before) => expect(isNamePlace(before)).toBe(true))
  it.each([
    'from events ',
    'select count(*) ',
    'select a as ',
    'from "Odd Name" ',
    'select 1 ',
    "select 'x' ",
    'from (select 1) ',
  ])('after %j an alias begins', (before) => expect(isNamePlace(before)).toBe(false))
})

describe('quoteName', () => {
  const postgres = { quote: '"', folds_case: true } as const
  const mysql = { quote: '`', folds_case: false } as const
  it('quotes only what needs it', () => {
    expect(quoteName('public.flights', postgres)).toBe('public.flights')
    expect(quoteName('public.Flights', postgres)).toBe('public."Flights"')
    expect(quoteName('order', postgres)).toBe('"order"')
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
