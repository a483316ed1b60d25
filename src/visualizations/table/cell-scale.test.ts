import { describe, expect, it } from 'vitest'
import { contrastRatio } from '../parts/colors.ts'
import { resultOf } from '../parts/columns/column-samples.ts'
import { sampleSettings } from '../sample-settings.ts'
import { barColors, cellPaint, hasPaint, type Scheme, scaledValue } from './cell-scale.ts'
import { normalizeTable } from './table-options.ts'

const schemes: readonly Scheme[] = ['light', 'dark']
const column = (options: Record<string, unknown>, type = 'integer') =>
  normalizeTable({ columns: [{ name: 'n', ...options }] }, resultOf([['n', type]]), sampleSettings)
    .columns[0] ?? expect.fail()

it.each(schemes)('keeps 4.5:1 between bars and the text, %s', (scheme) => {
  const { text, bar, negativeBar } = barColors[scheme]
  for (const color of [bar, negativeBar]) expect(contrastRatio(text, color)).toBeGreaterThanOrEqual(4.5)
})

describe('cellPaint', () => {
  const range = { least: -50, most: 100 }
  it('colors numbers by their place in the range', () => {
    const scaled = column({ colorScale: 'sequential' })
    expect(cellPaint(scaled, -50, range, 'light')?.backgroundColor).toBe('#edf2fc')
    expect(cellPaint(scaled, '100', range, 'light')?.backgroundColor).toBe('#28209e')
    expect(cellPaint(scaled, -50, range, 'dark')).toEqual({ backgroundColor: '#282d52', color: '#ffffff' })
    expect(cellPaint(scaled, null, range, 'light')).toBeNull()
    expect(cellPaint(scaled, 'x', range, 'light')).toBeNull()
    expect(cellPaint(scaled, 5, { least: 5, most: 5 }, 'light')).toBeNull()
  })
  it('has zero in the middle of a diverging scale', () => {
    const scaled = column({ colorScale: 'diverging' })
    expect(cellPaint(scaled, 0, range, 'light')?.backgroundColor).toBe('#f4f4f5')
    expect(cellPaint(scaled, 100, range, 'dark')?.backgroundColor).toBe('#cdd5ff')
  })
  it('draws bars from zero, to both sides', () => {
    const barred = column({ bars: true })
    expect(cellPaint(barred, 100, range, 'light')?.backgroundImage).toContain('33.3%, #beccfa 100%')
    expect(cellPaint(barred, -50, range, 'light')?.backgroundImage).toContain('0%, #f6c8a8 33.3%')
    expect(cellPaint(barred, 50, { least: 10, most: 100 }, 'light')?.backgroundImage).toContain(
      ' 50%, transparent 50%',
    )
  })
  it('ignores what it does not know', () => {
    expect(hasPaint(column({ colorScale: 'rainbow' }))).toBe(false)
    expect(hasPaint(column({ bars: 'yes' }))).toBe(false)
    expect(hasPaint(column({ bars: true }))).toBe(true)
    expect(scaledValue('2026-01-01', 'date')).toBe(Date.UTC(2026, 0, 1))
    expect(scaledValue('12', 'string')).toBeNull()
  })
})
