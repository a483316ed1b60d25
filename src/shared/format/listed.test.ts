import { expect, it } from 'vitest'
import { listed } from './listed.ts'

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j is said as %j', (words, said) => {
  expect(listed(words)).toBe(said)
})
