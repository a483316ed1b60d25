import chroma from 'chroma-js'
import { describe, expect, it } from 'vitest'
import { funnelBarColor } from '../funnel/funnel-bar-color.ts'
import { colorOnRamp, divergingScale, isNewScale, newScale, sequentialScale } from './color-scales.ts'
import { colorSchemeOf, contrastRatio, namedColors, newColorScheme, textColorOn } from './colors.ts'

const { colors } = colorSchemeOf(newColorScheme)

/** The pages of both themes (src/web/ui/theme.ts) and their texts. */
const pages = { light: { ground: '#ffffff', text: '#1f2227' }, dark: { ground: '#181a1f', text: '#dfe2e6' } }
const themes = ['light', 'dark'] as const

type Kind = 'all cones' | 'protanopia' | 'deuteranopia' | 'tritanopia'

/**
 * What people without one kind of cones see, as matrices for linear RGB: Machado, Oliveira and Fernandes, “A
 * Physiologically-based Model for Simulation of Color Vision Deficiency” (IEEE TVCG 15(6), 2009), severity 1.0.
 */
const eyes: Readonly<Record<Kind, readonly (readonly number[])[]>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
const encoded = (share: number) => (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055)

function seen(color: string, kind: Kind): string {
  const channels = chroma(color)
    .rgb(false)
    .map((channel) => linear(channel / 255))
  const [red = 0, green = 0, blue = 0] = eyes[kind].map((row) =>
    row.reduce((sum, weight, at) => sum + weight * (channels[at] ?? 0), 0),
  )
  const clamped = [red, green, blue].map((share) => 255 * encoded(Math.min(1, Math.max(0, share))))
  return chroma.rgb(clamped[0] ?? 0, clamped[1] ?? 0, clamped[2] ?? 0).hex()
}

/** The smallest CIEDE2000 between any two colors. */
function closest(kind: Kind): number {
  const shown = colors.map((color) => seen(color, kind))
  return Math.min(
    ...shown.flatMap((one, index) => shown.slice(index + 1).map((other) => chroma.deltaE(one, other))),
  )
}

describe('the palette of new visualizations', () => {
  it.each(themes)('keeps 3:1 to the page, %s', (theme) => {
    for (const color of colors) {
      expect(contrastRatio(color, pages[theme].ground), color).toBeGreaterThanOrEqual(3)
    }
  })
  // 1 is just noticed side by side, 8 is told apart in a legend
  it.each([
    ['all cones', 20],
    ['protanopia', 8],
    ['deuteranopia', 10],
    ['tritanopia', 12],
  ] as const)('keeps any two colors apart for %s: %d', (kind, least) => {
    expect(closest(kind)).toBeGreaterThanOrEqual(least)
  })
  it('has a name for each color', () => {
    expect(Object.values(namedColors(newColorScheme))).toEqual(colors)
    expect(Object.keys(namedColors('Redash')).slice(0, 2)).toEqual(['Blue', 'Red'])
    expect(Object.keys(namedColors('nonsense'))).toEqual(Object.keys(namedColors('Redash')))
    expect(namedColors('Tableau 10')).toHaveProperty('#4E79A7', '#4e79a7')
  })
  it.each(themes)('leaves numbers on bars of a funnel readable, %s', (theme) => {
    expect(funnelBarColor(undefined, theme)).toBeNull()
    expect(funnelBarColor('Redash', theme)).toBeNull()
    const bar = funnelBarColor(newColorScheme, theme)
    expect(contrastRatio(bar, pages[theme].text)).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(bar, pages[theme].ground)).toBeGreaterThanOrEqual(1.3)
  })
})

const distance = (one: string, other: string) => {
  const [a, b] = [chroma(one).oklab(), chroma(other).oklab()]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
const lightness = (color: string) => chroma(color).oklab()[0]

function expectEven(ramp: readonly string[]): void {
  const steps = ramp.slice(1).map((color, index) => distance(color, ramp[index] ?? ''))
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length
  for (const step of steps) expect(Math.abs(step / mean - 1)).toBeLessThan(0.05)
}

describe.each(themes)('the scales of new visualizations, %s', (theme) => {
  const sequential = sequentialScale[theme]
  const diverging = divergingScale[theme]
  const middle = (diverging.length - 1) / 2
  it('goes in steps that look equal (OKLab), always lighter or always darker', () => {
    expectEven(sequential)
    const levels = sequential.map(lightness)
    const sorted = levels.toSorted((one, other) => (theme === 'light' ? other - one : one - other))
    expect(levels).toEqual(sorted)
  })
  it('has a neutral middle, and arms as light as each other', () => {
    expect(chroma(diverging[middle] ?? '').oklch()[1]).toBeLessThan(0.015)
    expectEven(diverging.slice(0, middle + 1))
    expectEven(diverging.slice(middle))
    for (const [index, color] of diverging.entries()) {
      expect(Math.abs(lightness(color) - lightness(diverging.at(-1 - index) ?? ''))).toBeLessThan(0.02)
    }
  })
  it('begins quietly, and stays visible on the page', () => {
    const { ground } = pages[theme]
    for (const color of [...sequential, ...diverging]) {
      expect(contrastRatio(color, ground), color).toBeGreaterThanOrEqual(1.09)
    }
    expect(contrastRatio(sequential[0], ground)).toBeLessThan(1.4)
    expect(contrastRatio(sequential.at(-1), ground)).toBeGreaterThan(9)
  })
  it('bears readable text everywhere', () => {
    for (let share = 0; share <= 1; share += 0.01) {
      for (const ramp of [sequential, diverging]) {
        const color = colorOnRamp(ramp, share)
        expect(contrastRatio(color, textColorOn(color)), color).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})

describe('the ends of the new scale', () => {
  it('are what options name', () => {
    expect(newScale).toEqual({ min: '#EDF2FC', max: '#28209E' })
    expect(isNewScale({ min: '#edf2fc', max: '#28209E' })).toBe(true)
    expect(isNewScale({ min: '#799CFF', max: '#002FB4' })).toBe(false)
  })
})
