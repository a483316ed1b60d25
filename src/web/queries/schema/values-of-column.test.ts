import { expect, it } from 'vitest'
import { valuesOfColumn } from './values-of-column.ts'

const result = (values: readonly unknown[]) => ({
  columns: [{ name: 'a', friendly_name: 'a', type: 'string' }],
  rows: values.map((a) => ({ a })),
})

it('lists different values in the order of their rows, without nulls and blanks', () => {
  expect(valuesOfColumn(result(['x', null, ' ', 0, 'x', false, 'y']), 'a')).toEqual(['x', '0', 'false', 'y'])
  expect(valuesOfColumn(result(['x']), 'b')).toEqual([])
})

it('lists few and short ones', () => {
  expect(valuesOfColumn(result(Array.from({ length: 100 }, (_, at) => at)), 'a')).toHaveLength(8)
  expect(valuesOfColumn(result(['z'.repeat(100)]), 'a')).toEqual([`${'z'.repeat(60)}…`])
})
