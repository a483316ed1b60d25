import { describe, expect, it } from 'vitest'
import { sampleSettings } from '../sample-settings.ts'
import type { Row, VisualizationData } from '../visualization.ts'
import { describeVisualization } from '../visualization-suite.ts'
import { type CounterModel, counterModel, rowAt } from './counter-model.ts'
import { normalizeCounter } from './counter-options.ts'
import { fittingScale } from './counter-renderer.tsx'
import { counter } from './counter-visualization.ts'

await describeVisualization('COUNTER', import.meta.url)

type Columns = Readonly<Record<string, string | null>>

function dataOf(rows: readonly Row[], types: Columns): VisualizationData {
  return {
    columns: Object.entries(types).map(([name, type]) => ({ name, friendly_name: name, type })),
    rows,
  }
}

const euro = { ...sampleSettings, thousandsSeparator: '.', decimalSeparator: ',' }

function modelOf(
  rows: readonly Row[],
  stored: Record<string, unknown> = {},
  types: Columns = { counter: 'float', target: 'float' },
  settings = sampleSettings,
): CounterModel {
  return counterModel(dataOf(rows, types), normalizeCounter(stored), settings)
}

const shownOf = (value: unknown, stored: Record<string, unknown> = {}, type: string | null = 'float') =>
  modelOf([{ counter: value }], stored, { counter: type }).value?.text

describe('the row of a counter', () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ id }))
  it.each([
    [1, 'a'],
    [3, 'c'],
    [4, 'a'],
    [8, 'b'],
    [-1, 'c'],
    [-3, 'a'],
    [-4, 'c'],
    [0, 'a'],
    [null, 'a'],
  ])('%j is %s, and wraps around in both directions', (rowNumber, id) => {
    expect(rowAt(rows, rowNumber)?.id).toBe(id)
  })
  it('is undefined without rows', () => {
    expect([1, -1, 0].map((number) => rowAt([], number))).toEqual([undefined, undefined, undefined])
  })
  it.each([['x'], [true], [{}], ['0']])('stored as %j is the first one', (rowNumber) => {
    expect(normalizeCounter({ rowNumber }).rowNumber).toBeNull()
  })
  it('may be stored as text', () => {
    expect(normalizeCounter({ rowNumber: '-2' }).rowNumber).toBe(-2)
  })
})

describe('the value of a counter', () => {
  it.each([
    [{}, '1,235'],
    [{ stringDecimal: 1 }, '1,234.6'],
    [{ stringDecimal: 2, stringDecChar: ',', stringThouSep: '.' }, '1.234,57'],
    [{ stringDecimal: 2, stringDecChar: '', stringThouSep: '' }, '1234.57'],
    [{ stringDecimal: null, stringDecChar: '', stringThouSep: '' }, '1,234.568'],
    [{ stringDecimal: '', stringDecChar: '', stringThouSep: '' }, '1,234.568'],
    [{ stringDecimal: null, stringDecChar: ',', stringThouSep: '' }, '1235'],
    [{ stringDecimal: -1, stringDecChar: '', stringThouSep: '' }, '1,234.568'],
    [{ stringPrefix: '~', stringSuffix: ' km' }, '~1,235 km'],
  ])('with %j is %s', (stored, text) => {
    expect(shownOf(1234.5678, stored)).toBe(text)
  })
  it('ignores the separators of the organization', () => {
    const { value } = modelOf([{ counter: 1234.5 }], { stringDecimal: 2 }, { counter: 'float' }, euro)
    expect(value).toEqual({ text: '1,234.50', tooltip: '1.234,500' })
  })
  it('shows texts that look like numbers unchanged, without prefix and suffix', () => {
    const stored = { stringPrefix: '$', stringSuffix: '!' }
    expect(shownOf('1234.5', stored, 'string')).toBe('1234.5')
    expect(shownOf('12345678901234567890', stored, 'string')).toBe('12345678901234567890')
  })
  it('formats long numbers that are kept as texts', () => {
    const { value, isNumber } = modelOf([{ counter: '12345678901234567890.129' }], { stringDecimal: 2 })
    expect(value?.text).toBe('12,345,678,901,234,567,890.13')
    expect(value?.tooltip).toBe('12,345,678,901,234,567,890.129')
    expect(isNumber).toBe(true)
  })
  it.each([
    [true, 'boolean', 'true'],
    [null, 'integer', ''],
    [undefined, 'integer', ''],
    ['2024-02-29', 'date', '29/02/24'],
    ['2024-02-29T10:30:00', 'datetime', '29/02/24 10:30'],
    ['2024-02-29', 'string', '2024-02-29'],
  ])('%j of type %s is shown as %j', (value, type, text) => {
    expect(shownOf(value, { stringPrefix: '$' }, type)).toBe(text)
  })
  it('is the number of rows when they are counted', () => {
    const rows = Array.from({ length: 1500 }, () => ({ counter: null }))
    expect(modelOf(rows, { countRow: true, counterColName: 'gone' })).toMatchObject({
      value: { text: '1,500', tooltip: '1,500.000' },
      isNumber: true,
      lacks: [],
    })
  })
  it('does not read prototypes', () => {
    expect(modelOf([{}], { counterColName: 'constructor' }).value).toEqual({ text: '', tooltip: '' })
    expect(modelOf([{}], {}, { counter: null }).value).toEqual({ text: '', tooltip: '' })
  })
})

describe('the target of a counter', () => {
  const targetOf = (target: unknown, stored: Record<string, unknown> = {}, settings = sampleSettings) =>
    modelOf([{ counter: 5, target }], { targetColName: 'target', ...stored }, undefined, settings).target
  it('has a format of its own with the separators of the organization', () => {
    expect([10, 1.5, 1.2345, 1234.5].map((target) => targetOf(target, {}, euro)?.text)).toEqual([
      '10',
      '1,50',
      '1,235',
      '1234,50',
    ])
  })
  it('has the format of the value with formatTargetValue', () => {
    expect(
      targetOf(1234.5, { formatTargetValue: true, stringPrefix: '$', stringDecimal: 1 }, euro)?.text,
    ).toBe('$1,234.5')
    expect(targetOf('12', { formatTargetValue: true, stringPrefix: '$' })?.text).toBe('12')
  })
  it('is shown when it is 0, and not when it is empty or missing', () => {
    expect(targetOf(0)?.text).toBe('0')
    expect([targetOf(null), targetOf(''), targetOf(undefined)]).toEqual([null, null, null])
    expect(targetOf(1, { targetColName: '' })).toBeNull()
    expect(targetOf(1, { targetColName: undefined })).toBeNull()
    expect(targetOf(1, { targetColName: 'gone' })).toBeNull()
  })
  it.each([
    [5, 5, 'positive'],
    [6, 5, 'positive'],
    [-6, -5, 'negative'],
    [0, 0, 'positive'],
    ['5', 4, null],
    [5, '4', null],
    [5, null, null],
    ['12345678901234567891', '12345678901234567890', 'positive'],
    ['12345678901234567890', '12345678901234567891', 'negative'],
    [1, '12345678901234567891', 'negative'],
  ])('%j against %j is %j', (counterValue, target, trend) => {
    expect(modelOf([{ counter: counterValue, target }], { targetColName: 'target' }).trend).toBe(trend)
  })
  it('has rows of its own', () => {
    const rows = [{ counter: 1 }, { counter: 2 }, { counter: 3 }]
    const model = modelOf(rows, { rowNumber: 2, targetColName: 'counter', targetRowNumber: -1 })
    expect([model.value?.text, model.target?.text, model.trend]).toEqual(['2', '3', 'negative'])
  })
})

describe('a counter without rows', () => {
  it('is blank', () => expect(modelOf([])).toMatchObject({ value: null, target: null, trend: null }))
  it('counts 0 rows, also with a target column', () => {
    expect(modelOf([], { countRow: true, targetColName: 'target', targetRowNumber: 3 })).toMatchObject({
      value: { text: '0', tooltip: '0.000' },
      target: null,
      trend: null,
    })
  })
})

describe('an incomplete counter', () => {
  it.each<[string, Record<string, unknown>, Row[], string[]]>([
    ['nothing', { targetColName: 'target' }, [{ counter: 1, target: 2 }], []],
    ['rows', {}, [], ['The result has no rows: the counter stays blank.']],
    ['a column', { counterColName: 'n' }, [{}], ['There is no value: the result has no column n.']],
    ['a choice', { counterColName: '' }, [{}], ['No column is chosen for the value.']],
    ['a cell', { rowNumber: 2 }, [{ counter: 1 }, {}], ['There is no value: row 2 of counter is empty.']],
    [
      'a target',
      { targetColName: 'goal' },
      [{ counter: 1 }],
      ['There is no target value: the result has no column goal.'],
    ],
    [
      'a target without rows',
      { countRow: true, targetColName: 'target' },
      [],
      ['There is no target value: the result has no rows.'],
    ],
  ])('says what is missing: %s', (_what, stored, rows, sentences) => {
    expect(modelOf(rows, stored).lacks).toEqual(sentences)
  })
})

describe('a new counter', () => {
  it('shows the first number under its name', () => {
    const data = dataOf([{ name: 'a', n: 1, m: 2 }], { name: 'string', n: 'integer', m: 'float' })
    expect(counter.suggest?.(data)).toEqual({ counterColName: 'n', counterLabel: 'n' })
  })
  it('counts rows when there is no number', () => {
    expect(counter.suggest?.(dataOf([{ name: 'a' }], { name: 'string' }))).toEqual({ countRow: true })
    expect(counter.suggest?.(dataOf([], {}))).toEqual({})
  })
})

describe('the scale of a counter', () => {
  it.each([
    [{ width: 640, height: 400 }, { width: 320, height: 100 }, 2],
    [{ width: 640, height: 100 }, { width: 320, height: 300 }, 0.33],
    [{ width: 10, height: 10 }, { width: 100_000, height: 10 }, 0.01],
    [{ width: 10, height: 10 }, { width: 0, height: 10 }, 1],
  ])('fills %j with %j at %d', (box, content, scale) => {
    expect(fittingScale(box, content)).toBe(scale)
  })
})
