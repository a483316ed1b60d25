import { describe, expect, it } from 'vitest'
import { listed } from '#shared/format/listed.ts'
import type { VisualizationData } from '../visualization.ts'
import { cellInstant, cellNumber, cellOf, columnType, compareCellNumbers, hasColumn } from './cell-values.ts'
import { columnKind, columnsOfKind } from './column-kind.ts'
import { storedNumber, storedRecord } from './stored-values.ts'

function dataOf(
  rows: readonly Record<string, unknown>[],
  types: Record<string, string | null>,
): VisualizationData {
  return {
    columns: Object.entries(types).map(([name, type]) => ({ name, friendly_name: name, type })),
    rows,
  }
}

describe('the number in a cell', () => {
  const long = '12345678901234567890'
  it.each([
    [5, 'string', 5],
    [long, 'integer', long],
    [`-${long}.5`, 'float', `-${long}.5`],
    [long, 'string', undefined],
    [long, null, undefined],
    ['5', 'integer', undefined],
    ['a text of many letters', 'float', undefined],
    [true, 'integer', undefined],
    [null, 'integer', undefined],
  ])('of %j in a column of type %s is %j', (cell, type, number) => {
    expect(cellNumber(cell, type)).toBe(number)
  })
  it('is ordered by its value', () => {
    expect(compareCellNumbers(2, 10)).toBe(-1)
    expect(compareCellNumbers(long, 10)).toBe(1)
    expect(compareCellNumbers(`${long}.10`, `${long}.1`)).toBe(0)
    expect(compareCellNumbers(1e21, '1000000000000000000001')).toBe(-1)
  })
})

describe('the date in a cell', () => {
  it.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T10:00:00+02:00', '2024-02-29T08:00:00.000Z'],
  ])('of %s is %s', (cell, instant) => {
    expect(new Date(cellInstant(cell)?.epoch ?? 0).toISOString()).toBe(instant)
  })
  it.each(['2024-02-30', '2024', '2024-02', '2024-02-29 10:00', 'Mon, 05 Feb 2024 10:00:00 GMT', 5, null])(
    'is none in %j',
    (cell) => expect(cellInstant(cell)).toBeUndefined(),
  )
})

describe('columns by name', () => {
  const data = dataOf([{ n: 1 }], { n: 'integer' })
  it('never find inherited properties', () => {
    expect(cellOf({ n: 1 }, 'n')).toBe(1)
    expect(cellOf({ n: 1 }, 'constructor')).toBeUndefined()
    expect([hasColumn(data, 'n'), hasColumn(data, 'toString'), hasColumn(data, null)]).toEqual([
      true,
      false,
      false,
    ])
    expect([columnType(data, 'n'), columnType(data, 'gone')]).toEqual(['integer', null])
  })
})

describe('the kind of a column', () => {
  it.each([
    ['date', [], 'date'],
    ['float', [null], 'number'],
    ['boolean', [true], 'text'],
    ['string', ['a', 1], 'text'],
    [null, [null, 1, 2.5], 'number'],
    ['string', ['2024-01-01', null], 'date'],
    ['string', ['', null], 'empty'],
  ] as const)('of type %s with %j is %s', (type, cells, kind) => {
    const data = dataOf(
      cells.map((a) => ({ a })),
      { a: type },
    )
    expect(data.columns.map((column) => columnKind(column, data))).toEqual([kind])
    expect(columnsOfKind(data, kind)).toEqual(['a'])
  })
})

describe('stored values', () => {
  it('reads numbers, also stored as text', () => {
    expect([3, '4.5', ' ', 'x', null, Number.NaN].map((value) => storedNumber(value, 7))).toEqual([
      3, 4.5, 7, 7, 7, 7,
    ])
  })
  it('reads records without __proto__', () => {
    expect(storedRecord(JSON.parse('{"a":1,"__proto__":{"b":2}}'))).toEqual({ a: 1 })
    expect([storedRecord([1]), storedRecord('a'), storedRecord(null)]).toEqual([{}, {}, {}])
  })
})

it('lists words', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual(['', 'a', 'a and b', 'a, b and c'])
})
