import { describe, expect, it } from 'vitest'
import { cartesian } from './chart-samples.ts'
import { pointText } from './chart-text.ts'

const row = { day: '2024-03-05T12:00:00', sales: 1234.5, e: 2, n: 7, city: 'Łódź' }
const columnMapping = { day: 'x', sales: 'y' }

function textOf(stored: Record<string, unknown>, rows: Record<string, unknown>[] = [row]) {
  const model = cartesian(rows, { columnMapping, ...stored })
  const trace = model.traces[0]
  const point = trace?.points[0]
  return trace && point ? pointText(point, trace, model.text) : undefined
}

describe('the text of a point', () => {
  it('is the formatted y', () => {
    expect(textOf({})).toBe('1,234.50000')
    expect(textOf({ numberFormat: '$0.0a' })).toBe('$1.2k')
  })

  it('adds error, share and size', () => {
    const mapping = { ...columnMapping, e: 'yError' }
    expect(textOf({ columnMapping: mapping })).toBe('1,234.50000 ± 2')
    expect(textOf({ columnMapping: mapping, series: { percentValues: true } })).toBe('100% (1,234.50000 ± 2)')
    expect(textOf({ columnMapping: { ...columnMapping, n: 'size' } })).toBe('1,234.50000: 7')
  })

  it('fills a template', () => {
    const textFormat = '{{ @@name }} | {{ @@x }} | {{ @@y }} | {{ city }} | {{ sales }} | {{ nothing }}'
    expect(textOf({ textFormat, seriesOptions: { sales: { name: 'Sales' } } })).toBe(
      'Sales | 05/03/24 12:00 | 1,234.50000 | Łódź | 1234.5 | {{ nothing }}',
    )
  })

  it('formats categories that are dates, and no similar texts', () => {
    const stored = {
      textFormat: '{{ @@x }}',
      dateTimeFormat: 'DD.MM.YYYY',
      xAxis: { type: 'category' },
    }
    expect(textOf(stored)).toBe('05.03.2024')
    expect(textOf(stored, [{ day: '2024-03', sales: 1 }])).toBe('2024-03')
    expect(textOf(stored, [{ day: null, sales: 1 }])).toBe('null')
  })

  it('shows a plain date when the format is empty', () => {
    const stored = { textFormat: '{{ @@x }}', dateTimeFormat: '' }
    expect(textOf(stored)).toBe('2024-03-05 12:00:00')
    expect(textOf({ ...stored, xAxis: { type: 'category' } })).toBe('2024-03-05 12:00:00')
  })

  it('has a share only in percent mode', () => {
    expect(textOf({ textFormat: '{{ @@yPercent }}' })).toBe('{{ @@yPercent }}')
    expect(textOf({ textFormat: '{{ @@yPercent }}', series: { percentValues: true } })).toBe('100%')
  })

  it('shows shares without sign', () => {
    const rows = [{ day: 'a', sales: -5 }]
    expect(textOf({ series: { percentValues: true } }, rows)).toBe('100% (-5)')
  })

  it('does not format the y of a scatter, except dates on a time axis', () => {
    expect(textOf({ globalSeriesType: 'scatter' })).toBe('1234.5')
    const rows = [{ day: 1, sales: '2024-03-05' }]
    expect(textOf({ globalSeriesType: 'scatter', yAxis: [{ type: 'datetime' }] }, rows)).toBe(
      '05/03/24 00:00',
    )
  })

  it('never parses data as markup', () => {
    const rows = [{ day: '<img src=x>', sales: 1 }]
    expect(textOf({ textFormat: '{{ @@x }}' }, rows)).toBe('<img src=x>')
  })
})
