import { describe, expect, it } from 'vitest'
import { compareRows, type TheirResult } from './compare-rows.ts'

const theirs: TheirResult = {
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'price', type: 'float' },
    { name: 'at', type: 'datetime' },
    { name: 'note', type: null },
  ],
  rows: [
    { id: 1, price: 0.30000000000000004, at: '2024-01-01T10:00:00', note: 'a' },
    { id: 2, price: 7, at: '2024-01-02T00:00:00', note: null },
  ],
}
const columns = [
  { name: 'id', type: 'integer' },
  { name: 'price', type: 'float' },
  { name: 'at', type: 'datetime' },
  { name: 'note', type: 'string' },
] as const
const first = { id: 1, price: '0.3', at: '2024-01-01 10:00:00.000', note: 'a' }
const second = { id: '2', price: 7.0, at: '2024-01-02', note: null }

function verdictOf(
  rows: readonly Record<string, unknown>[],
  ours: Parameters<ReturnType<typeof compareRows>['columns']>[0] = columns,
) {
  const comparison = compareRows(theirs)
  comparison.columns(ours)
  for (const row of rows) if (!comparison.row(row)) break
  return comparison.verdict()
}

describe('compareRows', () => {
  it('takes values for the same that two drivers write differently', () => {
    expect(verdictOf([first, second])).toEqual({ outcome: 'same' })
  })

  it('tells the same rows in another order from others', () => {
    expect(verdictOf([second, first])).toEqual({ outcome: 'same_in_another_order' })
    expect(verdictOf([first, first])).toMatchObject({
      outcome: 'different',
      difference: { row: 2, column: 'id' },
    })
  })

  it('names the first cell that differs', () => {
    const difference = { what: 'cell', row: 2, column: 'note', here: '"b"', there: 'null' }
    expect(verdictOf([first, { ...second, note: 'b' }])).toEqual({ outcome: 'different', difference })
    expect(verdictOf([{ ...first, id: 11 }, second])).toMatchObject({
      difference: { row: 1, here: '11', there: '1' },
    })
  })

  it('counts missing and further rows', () => {
    expect(verdictOf([first])).toEqual({
      outcome: 'different',
      difference: { what: 'row_count', here: '1', there: 2 },
    })
    const many = Array.from({ length: 5000 }, () => second)
    expect(verdictOf([first, ...many])).toMatchObject({ difference: { here: 'more than 1002', there: 2 } })
  })

  it('names columns and types that differ', () => {
    expect(verdictOf([first, second], columns.slice(0, 3))).toMatchObject({
      difference: { what: 'columns', here: ['id', 'price', 'at'] },
    })
    const asText = columns.map((column) => ({
      ...column,
      type: column.name === 'id' ? ('string' as const) : column.type,
    }))
    expect(verdictOf([first, second], asText)).toEqual({
      outcome: 'different',
      difference: { what: 'type', column: 'id', here: 'string', there: 'integer' },
    })
  })

  it.each([
    ['long whole numbers', '9007199254740993', '9007199254740992'],
    ['a number and a word', 1, 'one'],
    ['texts in another case', 'A', 'a'],
    ['an hour', '2024-01-01T10:00:00', '2024-01-01T11:00:00'],
    ['null and an empty text', null, ''],
    ['true and false', true, false],
    ['lists', [1, 2], [2, 1]],
  ])('tells %s apart', (_, here, there) => {
    const comparison = compareRows({ columns: [{ name: 'x', type: null }], rows: [{ x: there }] })
    comparison.columns([{ name: 'x', type: null }])
    comparison.row({ x: here })
    expect(comparison.verdict()).toMatchObject({
      outcome: 'different',
      difference: { what: 'cell', row: 1, column: 'x' },
    })
  })
})
