import { describe, expect, it } from 'vitest'
import { contrastRatio } from '../parts/colors.ts'
import { resultOf } from '../parts/columns/column-samples.ts'
import { sampleSettings } from '../sample-settings.ts'
import { cellPaint, css, hasPaint, mixed, type Scheme, scaledValue, shades } from './cell-scale.ts'
import { normalizeTable } from './table-options.ts'

const schemes: readonly Scheme[] = ['light', 'dark']
const column = (options: Record<string, unknown>, type = 'integer') =>
  normalizeTable({ columns: [{ name: 'n', ...options }] }, resultOf([['n', type]]), sampleSettings)
    .columns[0] ?? expect.fail()

describe.each(schemes)('the shades of cells, %s', (scheme) => {
  const { text, sequential, diverging, bar, negativeBar } = shades[scheme]
  it('keep 4.5:1 to the text, mixtures too', () => {
    for (const stops of [sequential, diverging]) {
      for (let share = 0; share <= 1; share += 0.02) {
        expect(contrastRatio(css(text), css(mixed(stops, share))), `${share}`).toBeGreaterThanOrEqual(4.5)
      }
    }
    for (const color of [bar, negativeBar]) {
      expect(contrastRatio(css(text), css(color))).toBeGreaterThanOrEqual(4.5)
    }
  })
  it('go one way: each is farther from the first than the one before', () => {
    let last = 0
    for (let share = 0; share <= 1; share += 0.25) {
      const contrast = contrastRatio(css(mixed(sequential, 0)), css(mixed(sequential, share))) ?? 0
      expect(contrast).toBeGreaterThanOrEqual(last)
      last = contrast
    }
    expect(last).toBeGreaterThan(1.9)
  })
})

describe('cellPaint', () => {
  const range = { least: -50, most: 100 }
  it('colors numbers by their place in the range', () => {
    const scaled = column({ colorScale: 'sequential' })
    expect(cellPaint(scaled, -50, range, 'light')?.backgroundColor).toBe(css([244, 246, 255]))
    expect(cellPaint(scaled, '100', range, 'light')?.backgroundColor).toBe(css([134, 154, 240]))
    expect(cellPaint(scaled, null, range, 'light')).toBeNull()
    expect(cellPaint(scaled, 'x', range, 'light')).toBeNull()
    expect(cellPaint(scaled, 5, { least: 5, most: 5 }, 'light')).toBeNull()
  })
  it('has zero in the middle of a diverging scale', () => {
    const scaled = column({ colorScale: 'diverging' })
    expect(cellPaint(scaled, 0, range, 'light')?.backgroundColor).toBe(css([247, 247, 248]))
    expect(cellPaint(scaled, 100, range, 'dark')?.backgroundColor).toBe(css([66, 82, 170]))
  })
  it('draws bars from zero, to both sides', () => {
    const barred = column({ bars: true })
    expect(cellPaint(barred, 100, range, 'light')?.backgroundImage).toContain(
      '33.3%, rgb(190, 202, 250) 100%',
    )
    expect(cellPaint(barred, -50, range, 'light')?.backgroundImage).toContain('0%, rgb(246, 200, 168) 33.3%')
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
