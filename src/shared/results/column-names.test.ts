import fc from 'fast-check'
import { expect, it } from 'vitest'
import { uniqueColumnNames } from './column-names.ts'

it.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['name', 'name', 'name'],
    ['name', 'name1', 'name2'],
  ],
  [
    ['a', 'a1', 'a', 'a'],
    ['a', 'a1', 'a2', 'a3'],
  ],
  [
    ['a', 'a', 'a1'],
    ['a', 'a1', 'a11'],
  ],
  [
    ['', ''],
    ['', '1'],
  ],
  [
    ['__proto__', '__proto__', 'constructor'],
    ['__proto__', '__proto__1', 'constructor'],
  ],
  [[], []],
])('%j becomes %j', (names, expected) => {
  expect(uniqueColumnNames(names)).toEqual(expected)
})

it('makes names unique, and keeps first ones unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'a1', 'a2', 'b', '')), (names) => {
      const unique = uniqueColumnNames(names)
      expect(new Set(unique).size).toBe(names.length)
    }),
  )
})
