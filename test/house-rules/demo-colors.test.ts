import { describe, expect, it } from 'vitest'
import { demoColors, withNewColors } from '../../src/server/operator/demo/demo-colors.ts'
import { demoQueries } from '../../src/server/operator/demo/demo-queries.ts'
import { newScale } from '../../src/visualizations/parts/color-scales.ts'
import {
  baseColors,
  namedColors,
  newColorScheme,
  normalizeColor,
} from '../../src/visualizations/parts/colors.ts'

const shown = demoQueries.flatMap(({ visualizations }) => visualizations).map(withNewColors)

describe('the demo', () => {
  it('has the colors of new visualizations', () => {
    const named = Object.values(namedColors(newColorScheme))
    for (const color of Object.values(demoColors)) expect(named).toContain(color)
    for (const { type, name, options } of shown) {
      if (['TABLE', 'COUNTER', 'DETAILS'].includes(type)) continue
      if ('colors' in options) expect(options.colors, name).toEqual(newScale)
      else expect(options.color_scheme, name).toBe(newColorScheme)
    }
  })
  it('has no raw color of Redash', () => {
    const raw = Object.values(baseColors).map(normalizeColor)
    const written = JSON.stringify(shown).match(/#[0-9a-f]{6}/gi) ?? []
    expect(written.length).toBeGreaterThan(10)
    expect(written.filter((color) => raw.includes(normalizeColor(color)))).toEqual([])
  })
})
