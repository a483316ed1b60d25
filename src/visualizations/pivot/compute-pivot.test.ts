import { describe, expect, it } from 'vitest'
import { sampleSettings } from '../sample-settings.ts'
import { type AggregatorName, aggregatorNames } from './pivot-aggregators.ts'
import { aggregateFormat } from './pivot-labels.ts'
import { partOfPivot } from './pivot-model.ts'
import { dataOf, keysOf, optionsOf, pivotOf, sales } from './pivot-samples.ts'

const byRegion = { rows: ['region'], cols: ['item'] }

/** texts of cell north/tea (amounts 3, 2; prices 1.5, 1.75), and the totals of north (3, 1, 2), tea (3, 10, 2) and all */
function texts(aggregatorName: AggregatorName, vals: readonly string[]): string[] {
  const pivot = pivotOf(sales, { ...byRegion, aggregatorName, vals })
  const format = aggregateFormat(aggregatorName, pivot.ofDates, sampleSettings)
  const [north, tea] = [keysOf(pivot.rows).indexOf('north'), keysOf(pivot.cols).indexOf('tea')]
  return [pivot.cell(north, tea), pivot.rowTotal(north), pivot.colTotal(tea), pivot.total].map(format)
}

describe('aggregators (calculated by hand)', () => {
  it.each<[AggregatorName, string[], string[]]>([
    ['Count', [], ['2', '3', '3', '5']],
    ['Count Unique Values', ['item'], ['1', '2', '1', '3']],
    ['List Unique Values', ['item'], ['tea', 'tea, coffee', 'tea', 'tea, coffee, cake']],
    ['List Unique Values', ['amount'], ['3, 2', '3, 1, 2', '3, 10, 2', '3, 1, 10, 2, 4']],
    ['Sum', ['amount'], ['5.00', '6.00', '15.00', '20.00']],
    ['Integer Sum', ['price'], ['3', '6', '5', '10']],
    ['Average', ['amount'], ['2.50', '2.00', '5.00', '4.00']],
    ['Median', ['amount'], ['2.50', '2.00', '3.00', '3.00']],
    // tea: mean 5, sum of squares 4 + 25 + 9 = 38, divided by 2 is 19; all: mean 4, 1 + 9 + 36 + 4 + 0 = 50 / 4
    ['Sample Variance', ['amount'], ['0.50', '1.00', '19.00', '12.50']],
    ['Sample Standard Deviation', ['amount'], ['0.71', '1.00', '4.36', '3.54']],
    ['Minimum', ['amount'], ['2.00', '1.00', '2.00', '1.00']],
    ['Maximum', ['amount'], ['3.00', '3.00', '10.00', '10.00']],
    ['First', ['item'], ['tea', 'coffee', 'tea', 'cake']],
    ['Last', ['item'], ['tea', 'tea', 'tea', 'tea']],
    ['First', ['amount'], ['2.00', '1.00', '2.00', '1.00']],
    // 5 / 3.25, 6 / 5.5, 15 / 4.5, 20 / 10.25
    ['Sum over Sum', ['amount', 'price'], ['1.54', '1.09', '3.33', '1.95']],
    ['Sum as Fraction of Total', ['amount'], ['25.0%', '30.0%', '75.0%', '100.0%']],
    ['Sum as Fraction of Rows', ['amount'], ['83.3%', '100.0%', '75.0%', '100.0%']],
    ['Sum as Fraction of Columns', ['amount'], ['33.3%', '30.0%', '100.0%', '100.0%']],
    ['Count as Fraction of Total', [], ['40.0%', '60.0%', '60.0%', '100.0%']],
    ['Count as Fraction of Rows', [], ['66.7%', '100.0%', '60.0%', '100.0%']],
    ['Count as Fraction of Columns', [], ['66.7%', '60.0%', '100.0%', '100.0%']],
  ])('%s of %j', (name, vals, expected) => expect(texts(name, vals)).toEqual(expected))

  it('are those of react-pivottable', () => expect(aggregatorNames).toHaveLength(20))

  it('leave combinations without rows empty', () => {
    const pivot = pivotOf(sales, byRegion)
    expect(keysOf(pivot.cols)).toEqual(['cake', 'coffee', 'tea'])
    expect(pivot.cell(0, 0)).toBeNull()
  })

  it('read long decimals stored as text, and skip values that are not numbers', () => {
    const data = dataOf([['n', 'float']], [['12345678901234.5'], [' 0.5 and more'], ['none'], [null], [1]])
    const sum = pivotOf(data, { aggregatorName: 'Sum', vals: ['n'] })
    expect(sum.total).toBe(12345678901236)
    const average = pivotOf(data, { aggregatorName: 'Average', vals: ['n'] })
    expect(average.total).toBe(4115226300412)
  })

  it('are empty without a number', () => {
    const data = dataOf([['n', 'float']], [[null], [null]])
    const shown = (aggregatorName: AggregatorName) => {
      const pivot = pivotOf(data, { aggregatorName, vals: ['n', 'n'] })
      return aggregateFormat(aggregatorName, false, sampleSettings)(pivot.total)
    }
    for (const name of [
      'Average',
      'Median',
      'Minimum',
      'Maximum',
      'First',
      'Last',
      'Sum over Sum',
    ] as const) {
      expect([name, shown(name)]).toEqual([name, ''])
    }
    expect(shown('Sum')).toBe('0.00')
    expect(shown('Sample Variance')).toBe('0.00')
    expect(shown('Count')).toBe('2')
  })

  it('compare dates as dates, independent of their format', () => {
    const data = dataOf([['day', 'date']], [['2024-02-01'], ['2023-12-31'], ['2024-01-15']])
    const of = (aggregatorName: string) => pivotOf(data, { aggregatorName, vals: ['day'] }).total
    expect(['Minimum', 'Maximum', 'First', 'Last'].map(of)).toEqual([
      '31/12/23',
      '01/02/24',
      '31/12/23',
      '01/02/24',
    ])
  })
})

describe('formats', () => {
  it('use the separators of the organization', () => {
    const german = aggregateFormat('Sum', false, { thousandsSeparator: '.', decimalSeparator: ',' })
    expect([1234567.891, -1234.5, 0, -0.001].map(german)).toEqual([
      '1.234.567,89',
      '-1.234,50',
      '0,00',
      '0,00',
    ])
    const integer = aggregateFormat('Count', false, { thousandsSeparator: '$&', decimalSeparator: '.' })
    expect(integer(1234567)).toBe('1$&234$&567')
  })
})

describe('order', () => {
  it('is natural by label, or by total', () => {
    const rows = (rowOrder: string) =>
      keysOf(pivotOf(sales, { rows: ['item'], aggregatorName: 'Sum', vals: ['amount'], rowOrder }).rows)
    expect(rows('key_a_to_z')).toEqual(['cake', 'coffee', 'tea'])
    expect(rows('value_a_to_z')).toEqual(['coffee', 'cake', 'tea'])
    expect(rows('value_z_to_a')).toEqual(['tea', 'cake', 'coffee'])
    const cols = pivotOf(sales, { cols: ['item'], colOrder: 'value_z_to_a' }).cols
    expect(keysOf(cols)).toEqual(['tea', 'coffee', 'cake'])
  })

  it('of several fields goes from the first to the last', () => {
    expect(keysOf(pivotOf(sales, { rows: ['region', 'item'] }).rows)).toEqual([
      'north|coffee',
      'north|tea',
      'south|cake',
      'south|tea',
    ])
  })

  it('of dates is chronological', () => {
    const data = dataOf([['day', 'date']], [['2024-02-01'], ['2023-12-31'], ['2024-01-15']])
    expect(keysOf(pivotOf(data, { rows: ['day'] }).rows)).toEqual(['31/12/23', '15/01/24', '01/02/24'])
  })

  it('can be a stored list of values', () => {
    const sorters = { item: ['TEA', 'cake'] }
    expect(keysOf(pivotOf(sales, { rows: ['item'], sorters }).rows)).toEqual(['tea', 'cake', 'coffee'])
  })
})

describe('values', () => {
  it('that are missing count as null and sort first', () => {
    const { columns } = sales
    const rows = [{ region: 'north' }, { region: null }, {}, { region: 'null' }]
    expect(keysOf(pivotOf({ columns, rows }, { rows: ['region'] }).rows)).toEqual(['null', 'north'])
    expect(keysOf(pivotOf(sales, { rows: ['gone'] }).rows)).toEqual(['null'])
  })

  it('are excluded by the filter, regardless of the stored value', () => {
    const filtered = (valueFilter: object) => pivotOf(sales, { rows: ['region'], valueFilter }).counted
    expect(filtered({ item: { tea: true } })).toBe(2)
    expect(filtered({ item: { tea: false }, region: { south: true } })).toBe(1)
    expect(filtered({ item: {}, gone: { null: true } })).toBe(0)
    expect(filtered({ item: { toString: true } })).toBe(5)
  })

  it('can be names of object properties', () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', '__proto__']
    const data = dataOf(
      [
        ['__proto__', 'string'],
        ['n', 'integer'],
      ],
      names.map((name) => [name, 1]),
    )
    const valueFilter = JSON.parse('{"__proto__":{"constructor":true}}') as object
    const pivot = pivotOf(data, { rows: ['__proto__'], cols: ['__proto__'], valueFilter })
    expect(keysOf(pivot.rows)).toEqual(['__proto__', 'hasOwnProperty'])
    expect(pivot.cell(0, 0)).toBe(2)
  })

  it('can contain the key separator of react-pivottable', () => {
    const nul = String.fromCharCode(0)
    const data = dataOf(
      [
        ['a', 'string'],
        ['b', 'string'],
      ],
      [
        [`x${nul}y`, 'z'],
        ['x', `y${nul}z`],
      ],
    )
    expect(pivotOf(data, { rows: ['a', 'b'] }).rows.length).toBe(2)
  })

  it('of booleans are texts of the organization', () => {
    const data = dataOf([['ok', 'boolean']], [[true], [false], [null]])
    expect(keysOf(pivotOf(data, { rows: ['ok'] }).rows)).toEqual(['null', 'false', 'true'])
  })
})

it('sorts labels of many levels, even for very many possible combinations', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const columns = names.map((name) => ({ name, friendly_name: name, type: 'integer' }))
  const rows = Array.from({ length: 2_000 }, (_, index) =>
    Object.fromEntries(names.map((name, level) => [name, (index * (level + 7)) % 1_999])),
  )
  const keys = keysOf(pivotOf({ columns, rows }, { rows: names }).rows).map((key) =>
    key.split('|').map(Number),
  )
  const sorted = [...keys].sort((one, other) => {
    const level = one.findIndex((value, at) => value !== other[at])
    return (one[level] ?? 0) - (other[level] ?? 0)
  })
  expect(keys).toEqual(sorted)
})

it('stores only non-empty cells for many keys on both sides', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ a: `a${index}`, b: `b${index}`, n: index }))
  const columns = [{ name: 'n', friendly_name: 'n', type: 'integer' }]
  const pivot = pivotOf({ columns, rows }, { rows: ['a'], cols: ['b'], aggregatorName: 'Sum', vals: ['n'] })
  expect([pivot.rows.length, pivot.cols.length, pivot.filled]).toEqual([20_000, 20_000, 20_000])
  expect([pivot.cell(19_999, 19_999), pivot.cell(3, 4)]).toEqual([19_999, null])
  expect(optionsOf({}).aggregatorName).toBe('Count')
})

it('shows a part of a large table with totals, order and colors of the whole', () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => [`key ${index}`, index])
  const data = dataOf(
    [
      ['key', 'string'],
      ['n', 'integer'],
    ],
    rows,
  )
  const options = optionsOf({
    rows: ['key'],
    aggregatorName: 'Sum',
    vals: ['n'],
    rendererName: 'Table Heatmap',
  })
  const part = partOfPivot(pivotOf(data, { ...options }), options, sampleSettings, { row: 800, col: 0 })
  expect(part).toMatchObject({
    rowExtent: { first: 800, count: 200, of: 1_000 },
    totals: { total: '499,500.00' },
  })
  if (part.kind !== 'table') throw new Error('no table')
  expect(part.rows[0]).toEqual({
    headers: [{ text: 'key 800', span: 1 }],
    cells: [],
    heat: [],
    total: '800.00',
    // 255 * 800 / 999
    totalHeat: 204,
  })
})
