import { describe, expect, it } from 'vitest'
import { contrastRatio } from '../parts/colors.ts'
import { sampleSettings } from '../sample-settings.ts'
import { heatColors } from './pivot-heat.ts'
import { partOfPivot } from './pivot-model.ts'
import { optionsOf, pivotOf, sales } from './pivot-samples.ts'

/** amounts of north: coffee 1, tea 5; south: cake 4, tea 10 */
function heatOf(rendererName: string) {
  const options = optionsOf({
    rows: ['region'],
    cols: ['item'],
    aggregatorName: 'Sum',
    vals: ['amount'],
    rendererName,
  })
  const model = partOfPivot(pivotOf(sales, { ...options }), options, sampleSettings, { row: 0, col: 0 })
  if (model.kind !== 'table') throw new Error('no table')
  return { cells: model.rows.map(({ heat }) => heat), totals: model.totals.heat, rows: model.rows }
}

describe('heat', () => {
  it('ranges from the smallest to the largest cell; an empty combination counts as zero', () => {
    const { cells, totals, rows } = heatOf('Table Heatmap')
    // values 1 and 5, then 4 and 10, on a scale from 0 to 10
    expect(cells).toEqual([
      [null, 26, 128],
      [102, null, 255],
    ])
    // columns: cake 4, coffee 1, tea 15; rows: 6 and 14
    expect(totals).toEqual([55, 0, 255])
    expect(rows.map(({ totalHeat }) => totalHeat)).toEqual([0, 255])
  })

  it('has one scale per row or per column', () => {
    expect(heatOf('Table Row Heatmap').cells).toEqual([
      [null, 51, 255],
      [102, null, 255],
    ])
    expect(heatOf('Table Col Heatmap').cells).toEqual([
      [null, 255, 0],
      [255, null, 255],
    ])
  })

  it('is none in a plain table', () => {
    expect(heatOf('Table').cells).toEqual([undefined, undefined])
  })

  it('is red on white in the light theme without the new scale, and every text is readable in both themes', () => {
    expect(heatColors(0, 'light', false).background).toBe('rgb(255, 255, 255)')
    expect(heatColors(255, 'light', false).background).toBe('rgb(255, 0, 0)')
    expect(heatColors(0, 'light', true).background).toBe('#edf2fc')
    expect(heatColors(255, 'dark', true).background).toBe('#cdd6ff')
    for (const scheme of ['light', 'dark'] as const) {
      for (let heat = 0; heat <= 255; heat++) {
        for (const isNew of [false, true]) {
          const { background, color } = heatColors(heat, scheme, isNew)
          expect(contrastRatio(background, color)).toBeGreaterThanOrEqual(4.5)
        }
      }
    }
  })
})
