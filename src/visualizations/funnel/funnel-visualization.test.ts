import { describe, expect, it } from 'vitest'
import { sampleSettings } from '../sample-settings.ts'
import type { Row, VisualizationData } from '../visualization.ts'
import { describeVisualization } from '../visualization-suite.ts'
import { type FunnelModel, funnelModel } from './funnel-model.ts'
import { normalizeFunnel } from './funnel-options.ts'
import { funnel } from './funnel-visualization.ts'

await describeVisualization('FUNNEL', import.meta.url)

function dataOf(rows: readonly Row[], types: Readonly<Record<string, string | null>>): VisualizationData {
  return {
    columns: Object.entries(types).map(([name, type]) => ({ name, friendly_name: name, type })),
    rows,
  }
}

const mapped = { stepCol: { colName: 'step' }, valueCol: { colName: 'n' } }

function modelOf(
  values: readonly unknown[],
  stored: Record<string, unknown> = {},
  settings = sampleSettings,
  type: string | null = 'float',
): FunnelModel {
  const rows = values.map((n, index) => ({ step: String.fromCharCode(97 + index), n, rank: index }))
  const data = dataOf(rows, { step: 'string', n: type, rank: 'integer' })
  return funnelModel(data, normalizeFunnel({ ...mapped, ...stored }), settings)
}
const unsorted = { autoSort: false, sortKeyCol: { colName: 'rank', reverse: false } }
const stepsOf = (model: FunnelModel) => model.rows.map(({ step }) => step).join('')

describe('the options of a funnel', () => {
  it('have their defaults', () => {
    expect(normalizeFunnel({})).toEqual({
      stepCol: { colName: null, displayAs: 'Steps' },
      valueCol: { colName: null, displayAs: 'Value' },
      autoSort: true,
      sortKeyCol: { colName: null, reverse: true },
      itemsLimit: 100,
      percentValuesRange: { min: 0.01, max: 1000 },
      numberFormat: '0,0[.]00',
      percentFormat: '0[.]00%',
    })
  })
  it('sort by the value, largest first, unless sorting is custom', () => {
    expect(normalizeFunnel({ ...mapped, sortKeyCol: { colName: 'x' } }).sortKeyCol).toEqual({
      colName: 'n',
      reverse: true,
    })
    expect(normalizeFunnel({ ...mapped, autoSort: false, sortKeyCol: { colName: 'x' } }).sortKeyCol).toEqual({
      colName: 'x',
      reverse: false,
    })
  })
  it.each([
    ['5', 100],
    [null, 100],
    [1, 2],
    [-7, 2],
    [3, 3],
  ])('limit %j items to %d', (itemsLimit, limit) => {
    expect(normalizeFunnel({ itemsLimit }).itemsLimit).toBe(limit)
  })
  it('keep the names of columns that the result lacks, which count as not chosen', () => {
    const stored = normalizeFunnel({ ...mapped, valueCol: { colName: 'gone', displayAs: 'V', more: 1 } })
    expect(stored.valueCol).toEqual({ colName: 'gone', displayAs: 'V', more: 1 })
    expect(modelOf([1], { valueCol: { colName: 'gone' } })).toMatchObject({
      rows: [],
      lacks: { what: 'columns', text: 'Value Column: the result has no column gone.' },
    })
  })
})

describe('the order of a funnel', () => {
  it('is that of the values, with nulls first in descending order', () => {
    expect(stepsOf(modelOf([3, null, 10, 7, null]))).toBe('ebcda')
  })
  it('is that of texts for values that are texts', () => {
    expect(stepsOf(modelOf(['9', '80', '100'], {}, sampleSettings, 'string'))).toBe('abc')
  })
  it('compares long numbers that are kept as texts by their value', () => {
    expect(
      stepsOf(modelOf(['99999999999999999.5', '100000000000000000.25', 7, '100000000000000000.5'])),
    ).toBe('dbac')
  })
  it('is that of another column with custom sorting', () => {
    expect(stepsOf(modelOf([1, 3, 2], unsorted))).toBe('abc')
    const reversed = { autoSort: false, sortKeyCol: { colName: 'step', reverse: true } }
    expect(stepsOf(modelOf([1, 3, 2], reversed))).toBe('cba')
  })
  it('stays that of the result without a column to sort by', () => {
    expect(stepsOf(modelOf([1, 3, 2], { autoSort: false, sortKeyCol: { reverse: true } }))).toBe('abc')
    expect(stepsOf(modelOf([1, 3, 2], { autoSort: false, sortKeyCol: { colName: 'gone' } }))).toBe('abc')
  })
  it('compares instants when time zones differ', () => {
    const rows = [
      { step: '2024-01-01T10:00:00Z', n: 1 },
      { step: '2024-01-01T11:00:00+03:00', n: 2 },
    ]
    const options = normalizeFunnel({ ...mapped, autoSort: false, sortKeyCol: { colName: 'step' } })
    const model = funnelModel(dataOf(rows, { step: 'datetime', n: 'integer' }), options, sampleSettings)
    expect(model.rows.map(({ step }) => step)).toEqual(['01/01/24 08:00', '01/01/24 10:00'])
  })
})

describe('the shares of a funnel', () => {
  const sharesOf = (values: readonly unknown[], stored = {}) =>
    modelOf(values, { ...unsorted, ...stored }).rows.map((row) => [row.percentMax, row.percentPrevious])
  it('are relative to the largest and to the previous step', () => {
    expect(sharesOf([1000, 400, 100, 50, 50])).toEqual([
      ['100%', '100%'],
      ['40%', '40%'],
      ['10%', '25%'],
      ['5%', '50%'],
      ['5%', '100%'],
    ])
  })
  it('outside of the range are shown as its ends', () => {
    expect(sharesOf([0, 0, 5, 1_000_000, 3])).toEqual([
      ['<0.01%', '100%'],
      ['<0.01%', '100%'],
      ['<0.01%', '>1000%'],
      ['100%', '>1000%'],
      ['<0.01%', '<0.01%'],
    ])
    expect(sharesOf([1000, 4], { percentValuesRange: { min: 5, max: 50 }, percentFormat: '0.0%' })).toEqual([
      ['>50.0%', '>50.0%'],
      ['<5.0%', '<5.0%'],
    ])
  })
  it('are calculated before the limit cuts rows', () => {
    const model = modelOf([1, 2, 3, 1000], { ...unsorted, itemsLimit: 2 })
    expect(model.rows.map(({ percentMax }) => percentMax)).toEqual(['0.10%', '0.20%'])
    expect(model.more).toBe(2)
  })
  it('have bars from 0 to 100 for any numbers', () => {
    const bars = (values: readonly unknown[]) =>
      modelOf(values, unsorted).rows.map(({ valueBar, previousBar }) => [valueBar, previousBar])
    expect(bars([0, 5, 10, 5])).toEqual([
      [0, 50],
      [50, 100],
      [100, 100],
      [50, 25],
    ])
    expect(bars([0, 0])).toEqual([
      [0, 100],
      [0, 100],
    ])
    expect(bars([10, -5, 20])).toEqual([
      [50, 100],
      [0, 0],
      [100, 0],
    ])
    expect(bars([-1, -5])).toEqual([
      [100, 20],
      [100, 100],
    ])
    expect(bars(['x', null, 'Infinity'])).toEqual([
      [0, 100],
      [0, 100],
      [0, 100],
    ])
  })
})

describe('the texts of a funnel', () => {
  const euro = { ...sampleSettings, thousandsSeparator: '.', decimalSeparator: ',' }
  it('have the formats and separators that are set', () => {
    expect(modelOf([1234.5], {}, euro).rows[0]).toMatchObject({ value: '1.234,50', percentMax: '100%' })
    expect(modelOf([1234.5], { numberFormat: '0.0a' }, euro).rows[0]?.value).toBe('1,2k')
  })
  it('show all digits of long numbers', () => {
    expect(modelOf(['12345678901234567890'], {}, sampleSettings, 'integer').rows[0]?.value).toBe(
      '12,345,678,901,234,567,890',
    )
  })
  it('read the number at the start of a text', () => {
    const texts = modelOf(['80 pieces', ' 7.5', 'none'], unsorted, sampleSettings, 'string')
    expect(texts.rows.map(({ value }) => value)).toEqual(['80', '7.50', '0'])
  })
  it('show dates in the format of the organization, with the exact instant as tooltip', () => {
    const rows = [
      { step: '2024-03-05T10:00:00.5', n: 1 },
      { step: null, n: 1 },
      { step: 'plain', n: 1 },
    ]
    const data = dataOf(rows, { step: 'string', n: 'integer', rank: null })
    const model = funnelModel(data, normalizeFunnel({ ...mapped, autoSort: false }), sampleSettings)
    expect(model.rows.map(({ step, stepTooltip, isNull }) => [step, stepTooltip, isNull])).toEqual([
      ['05/03/24 10:00', '2024-03-05T10:00:00.5Z', false],
      ['null', '', true],
      ['plain', 'plain', false],
    ])
  })
})

describe('an incomplete funnel', () => {
  it('names the columns that are not chosen', () => {
    const data = dataOf([{ a: 1 }], { a: 'integer' })
    expect(funnelModel(data, normalizeFunnel({}), sampleSettings).lacks).toEqual({
      what: 'columns',
      text: 'Step Column is not chosen. Value Column is not chosen.',
    })
  })
  it('says that there are no rows', () => {
    expect(modelOf([]).lacks?.what).toBe('rows')
    expect(funnelModel(dataOf([], {}), normalizeFunnel({}), sampleSettings).lacks?.what).toBe('rows')
  })
})

describe('a new funnel', () => {
  it('takes the first text and the first number', () => {
    const data = dataOf([{ id: 1, at: '2024-01-01', name: 'a', n: 2 }], {
      id: 'integer',
      at: 'date',
      name: 'string',
      n: 'integer',
    })
    expect(funnel.suggest?.(data)).toMatchObject({
      stepCol: { colName: 'name' },
      valueCol: { colName: 'id' },
    })
  })
  it('takes a date when there is no text, and leaves out a missing value', () => {
    const data = dataOf([{ at: '2024-01-01' }], { at: 'date' })
    expect(funnel.suggest?.(data)).toEqual({ stepCol: { colName: 'at' }, color_scheme: 'Sextant' })
  })
})
