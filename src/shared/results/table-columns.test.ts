import { expect, it } from 'vitest'
import { tableColumnNames } from './table-columns.ts'

it.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a:b.c d', 'x"y', 'tab\there'],
    ['a_b_c_d', 'x_y', 'tab_here'],
  ],
  [
    ['A', 'a', 'a1', 'a'],
    ['A', 'a1', 'a11', 'a2'],
  ],
  [
    ['', ' '],
    ['_', '_1'],
  ],
])('names %j as %j', (names, expected) => {
  expect(tableColumnNames(names)).toEqual(expected)
})
