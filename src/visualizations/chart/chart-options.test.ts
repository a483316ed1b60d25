import { describe, expect, it } from 'vitest'
import { seriesOptionsOf } from './chart-options.ts'
import { optionsOf } from './chart-samples.ts'

describe('chart options', () => {
  it('fills every default', () => {
    expect(optionsOf({})).toEqual({
      globalSeriesType: 'column',
      columnMapping: {},
      seriesOptions: {},
      valuesOptions: {},
      sortX: true,
      legend: { enabled: true, placement: 'auto', traceorder: 'normal' },
      xAxis: { type: '-', labels: { enabled: true } },
      yAxis: [{ type: 'linear' }, { type: 'linear', opposite: true }],
      alignYAxesAtZero: false,
      series: { stacking: null, error_y: { type: 'data', visible: true } },
      error_y: { type: 'data', visible: true },
      direction: { type: 'counterclockwise' },
      piesort: true,
      sizemode: 'diameter',
      coefficient: 1,
      color_scheme: 'Redash',
      lineShape: 'linear',
      showDataLabels: false,
      numberFormat: '0,0[.]00000',
      percentFormat: '0[.]00%',
      dateTimeFormat: 'DD/MM/YY HH:mm',
      textFormat: '',
      missingValuesAsZero: true,
      enableLink: false,
      linkOpenNewTab: true,
      linkFormat: '',
    })
  })

  it('shows data labels by default only on pies', () => {
    expect(optionsOf({ globalSeriesType: 'pie' }).showDataLabels).toBe(true)
    expect(optionsOf({ globalSeriesType: 'pie', showDataLabels: false }).showDataLabels).toBe(false)
  })

  it.each([
    ['normal', 'stack', false],
    ['percent', 'stack', true],
  ])('converts the old stacking %s', (stacking, lifted, percentValues) => {
    expect(optionsOf({ series: { stacking } }).series).toMatchObject({ stacking: lifted, percentValues })
  })

  it('keeps the new stacking, and reads other values as none', () => {
    expect(optionsOf({ series: { stacking: 'stack', percentValues: true } }).series).toMatchObject({
      stacking: 'stack',
      percentValues: true,
    })
    expect(optionsOf({ series: { stacking: 'sideways' } }).series.stacking).toBeNull()
    expect(optionsOf({ series: null }).series).toEqual({
      stacking: null,
      error_y: { type: 'data', visible: true },
    })
  })

  it('converts an axis title that is a plain string', () => {
    const options = optionsOf({ xAxis: { title: 'Month' }, yAxis: [{ title: 'EUR' }] })
    expect(options.xAxis.title).toEqual({ text: 'Month' })
    expect(options.yAxis[0]?.title).toEqual({ text: 'EUR' })
  })

  it('merges the y axes by index', () => {
    const options = optionsOf({ yAxis: [{ type: 'logarithmic', rangeMin: '2' }] })
    expect(options.yAxis).toEqual([
      { type: 'logarithmic', rangeMin: 2 },
      { type: 'linear', opposite: true },
    ])
  })

  it('keeps null as the column mapping, which means suffixes', () => {
    expect(optionsOf({ columnMapping: null }).columnMapping).toBeNull()
    expect(optionsOf({ columnMapping: undefined }).columnMapping).toEqual({})
  })

  it('keeps unknown keys', () => {
    const stored = {
      globalSeriesType: 'heatmap',
      colorScheme: 'Custom...',
      heatMinColor: '#ffffff',
      sortY: true,
      customCode: 'x',
      bottomMargin: 50,
      xAxis: { type: 'category', old: 1 },
      legend: { enabled: false, align: 'left' },
      seriesOptions: { a: { zIndex: 2, index: 0 } },
    }
    expect(optionsOf(stored)).toMatchObject(stored)
  })

  it('uses the default for stored values of a wrong type', () => {
    const options = optionsOf({
      sortX: 'yes',
      numberFormat: 5,
      legend: 'below',
      yAxis: { type: 'category' },
      seriesOptions: ['x'],
      columnMapping: { a: 'x', b: 7 },
      xAxis: { type: 4, labels: { enabled: false } },
    })
    expect(options.sortX).toBe(true)
    expect(options.numberFormat).toBe('0,0[.]00000')
    expect(options.legend.enabled).toBe(true)
    expect(options.yAxis).toHaveLength(2)
    expect(options.seriesOptions).toEqual({})
    expect(options.columnMapping).toEqual({ a: 'x' })
    expect(options.xAxis).toEqual({ type: '-', labels: { enabled: false } })
  })

  it('finds no options for a series named like a member of Object.prototype', () => {
    expect(seriesOptionsOf(optionsOf({}), 'constructor')).toEqual({})
  })

  it('is idempotent: normalizing twice changes nothing', () => {
    const once = optionsOf({ series: { stacking: 'percent' }, xAxis: { title: 'a' } })
    expect(optionsOf(once)).toEqual(once)
  })
})
