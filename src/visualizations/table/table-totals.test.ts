import { describe, expect, it } from 'vitest'
import { resultOf } from '../parts/columns/column-samples.ts'
import { sampleSettings } from '../sample-settings.ts'
import { normalizeTable } from './table-options.ts'
import { totalKindOf, totalText } from './table-totals.ts'
import { factsOfRows } from './use-column-facts.ts'

const data = resultOf([['n', 'integer']], [['9007199254740993'], [7], [null], [7]])
const total = (kind: string) => {
  const column =
    normalizeTable({ columns: [{ name: 'n', total: kind }] }, data, sampleSettings).columns[0] ??
    expect.fail()
  return totalText(column, factsOfRows(data, column), sampleSettings)
}

describe('totals', () => {
  it('have the format of their column and all digits', () => {
    expect(total('sum')).toBe('9,007,199,254,741,007')
    expect(total('least')).toBe('7')
    expect(total('most')).toBe('9,007,199,254,740,993')
    expect(total('count')).toBe('3')
    expect(total('distinct')).toBe('2')
  })
  it('are nothing for what is not known', () => {
    expect(total('median')).toBe('')
    const column = normalizeTable({}, data, sampleSettings).columns[0] ?? expect.fail()
    expect(totalKindOf(column)).toBeNull()
  })
})
