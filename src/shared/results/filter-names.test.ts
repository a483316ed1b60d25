import { expect, it } from 'vitest'
import { filterNamesOfAll } from './filter-names.ts'

it.each([
  ['select region as "region::filter", n as n__multiFilter from t', ['region::filter', 'n__multiFilter']],
  ['select `a b::filter`, [c d::multi-filter], "a b::filter"', ['a b::filter', 'c d::multi-filter']],
  ["select 1 as filter, 'x'::text, filter::int, t.land__filter", ['land__filter']],
  ['select 1', []],
])('%s', (text, names) => {
  expect(filterNamesOfAll([text])).toEqual(names)
})

it.each([
  ['all columns of a table', ['select 1', 'select * from sales'], null],
  ['all columns of one of several tables', ['select a.*, b.v from a, b'], null],
  ['a language that names no columns', ['db.sales.find({})'], null],
  ['none of those that it names', ['select count(*), 2 * v from sales'], []],
  ['those that are mentioned', ['select * from sales', 'select r as "r::filter"'], ['r::filter']],
  ['no text', [], []],
])('of several texts: %s', (_what, texts, names) => {
  expect(filterNamesOfAll(texts)).toEqual(names)
})
