import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
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

/** Tries every number for every name, as the first version did. */
function namesByTrying(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const base = name.replace(/[:."\s\0]/g, '_') || '_'
    let own = base
    for (let count = 1; taken.has(own.toLowerCase()); count++) own = `${base}${count}`
    taken.add(own.toLowerCase())
    return own
  })
}

it('gives the names that trying every number gives', () => {
  const name = fc
    .array(fc.constantFrom('a', 'A', '1', '2', '.', ':', 'Σ', 'İ'), { maxLength: 3 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(name, { maxLength: 40 }), (names) => {
      expect(tableColumnNames(names)).toEqual(namesByTrying(names))
    }),
  )
})

it.each([
  ['equal names', () => 'x'.repeat(150)],
  [
    'names that become equal',
    (index: number) => [...index.toString(2).padStart(13, '0')].map((digit) => '.:'[Number(digit)]).join(''),
  ],
  ['names that end with numbers', (index: number) => (index % 2 === 0 ? 'x' : `x${index}`)],
])('looks at each of 5,000 %s a few times', (_, nameOf) => {
  const names = Array.from({ length: 5000 }, (_, index) => nameOf(index))
  const looks = vi.spyOn(Set.prototype, 'has')
  try {
    expect(new Set(tableColumnNames(names)).size).toBe(5000)
    expect(looks.mock.calls.length).toBeLessThan(20_000)
  } finally {
    looks.mockRestore()
  }
})
