import { describe, expect, it } from 'vitest'
import type { Row } from '../visualization.ts'
import { dataOf, optionsOf, settings } from './chart-samples.ts'
import { chartSeries } from './chart-series.ts'
import { readMessage } from './custom-channel.ts'
import { customModel, customTable } from './custom-model.ts'

function custom(rows: Row[], stored: Record<string, unknown>, allowed = true) {
  const options = optionsOf({ globalSeriesType: 'custom', ...stored })
  return customModel(chartSeries(dataOf(rows), options), options, {
    ...settings,
    allowCustomJSVisualizations: allowed,
  })
}

const rows = [
  { day: '2024-01-02', a: '$5', b: null },
  { day: '2024-01-01T10:30:00Z', a: 7, b: 'x' },
]
const stored = { columnMapping: { day: 'x', a: 'y', b: 'y' }, customCode: 'draw()', enableConsoleLogs: true }

describe('the input of custom code', () => {
  it('is raw, with x of all series one after the other, and dates as texts', () => {
    const x = ['2024-01-02 00:00:00', '2024-01-01 10:30:00']
    expect(custom(rows, stored)).toEqual({
      kind: 'custom',
      allowed: true,
      code: 'draw()',
      logsErrors: true,
      hidesToolBar: false,
      x: [...x, ...x],
      ys: [
        { name: 'a', values: ['$5', 7] },
        { name: 'b', values: [null, 'x'] },
      ],
    })
  })

  it('keeps series of any name separate', () => {
    const model = custom([{ n: '__proto__', v: 1 }], { columnMapping: { n: 'series', v: 'y' } })
    expect(model.ys).toEqual([{ name: '__proto__', values: [1] }])
  })

  it('is empty when custom charts are switched off, or when the code is not a text', () => {
    expect(custom(rows, stored, false)).toEqual({
      kind: 'custom',
      allowed: false,
      code: '',
      logsErrors: true,
      hidesToolBar: false,
      x: [],
      ys: [],
    })
    expect(custom(rows, { ...stored, customCode: 7 }).code).toBe('')
  })

  it('is also shown as a table', () => {
    expect(customTable(custom(rows, stored))).toEqual({
      columns: ['Series', 'X', 'Y'],
      rows: [
        ['a', '2024-01-02 00:00:00', '$5'],
        ['a', '2024-01-01 10:30:00', '7'],
        ['b', '2024-01-02 00:00:00', ''],
        ['b', '2024-01-01 10:30:00', 'x'],
      ],
      more: 0,
    })
    const many = Array.from({ length: 120 }, (_, n) => ({ day: n, a: n, b: n }))
    expect(customTable(custom(many, stored))).toMatchObject({ rows: { length: 100 }, more: 140 })
  })
})

describe('messages of the frame', () => {
  it.each([
    [{ kind: 'drawing' }, { kind: 'drawing' }],
    [
      { kind: 'drawn', plotted: 1, error: {} },
      { kind: 'drawn', plotted: false, error: null },
    ],
    [
      { kind: 'drawn', plotted: true, error: 'e'.repeat(5000) },
      { kind: 'drawn', plotted: true, error: 'e'.repeat(1000) },
    ],
    [
      { kind: 'exported', id: 1, address: 'data:image/svg+xml,%3Csvg' },
      { kind: 'exported', id: 1, address: 'data:image/svg+xml,%3Csvg' },
    ],
    [
      { kind: 'exported', id: 1, address: 'javascript:alert(1)' },
      { kind: 'exported', id: 1, address: null },
    ],
    [
      { kind: 'exported', id: 1, address: 'data:text/html,a' },
      { kind: 'exported', id: 1, address: null },
    ],
    [{ kind: 'exported', id: '1' }, null],
    [{ kind: 'other' }, null],
    [null, null],
    ['drawn', null],
  ])('are validated: %j', (data, expected) => {
    expect(readMessage(data)).toEqual(expected)
  })
})
