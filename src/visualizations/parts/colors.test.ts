import { describe, expect, it } from 'vitest'
import {
  baseColors,
  colorSchemeOf,
  colorSchemes,
  colorsOfType,
  contrastRatio,
  d3Category20,
  newColorScheme,
  normalizeColor,
  textColorOn,
} from './colors.ts'

describe('palettes', () => {
  it('have the expected sizes', () => {
    expect(Object.keys(baseColors)).toHaveLength(20)
    expect(colorSchemes.Viridis?.colors).toHaveLength(17)
    expect(colorSchemes['Tableau 10']?.colors).toHaveLength(10)
    expect(d3Category20).toHaveLength(20)
    expect(Object.entries(colorSchemes).filter(([, scheme]) => scheme.continuous)).toHaveLength(1)
  })
  it('fall back to the default for an unknown name', () => {
    expect(colorSchemeOf('toString').colors[0]).toBe('#356AFF')
    expect(colorSchemeOf('Viridis').continuous).toBe(true)
  })
})

describe('colors', () => {
  it.each([
    ['#abc', '#AABBCC'],
    ['abcdef', '#ABCDEF'],
    [' #11223344 ', '#112233'],
    ['rgb(1, 2, 300)', '#0102FF'],
    ['rgba(1 2 3 / 50%)', '#010203'],
    ['Red', '#FF0000'],
    ['rebeccapurple', '#663399'],
    ['hsl(0, 100%, 50%)', '#FF0000'],
    ['hsla(210deg 50% 40% / 0.5)', '#336699'],
    ['hsl(480, 100%, 25%)', '#008000'],
    ['hsl(1.2.3, 1%, 1%)', undefined],
    ['constructor', undefined],
    ['nonsense', undefined],
    ['#12', undefined],
    [null, undefined],
  ])('normalizes %j', (text, hex) => expect(normalizeColor(text)).toBe(hex))
  it('finds the text color with the higher contrast', () => {
    expect(textColorOn('#000000')).toBe('#ffffff')
    expect(textColorOn('#ffffff')).toBe('#333333')
    expect(textColorOn('#50F5ED')).toBe('#333333')
    expect(textColorOn('#604FE9')).toBe('#ffffff')
    expect(textColorOn('what')).toBeNull()
    // neither white nor dark gray has 4.5:1
    expect(textColorOn('#1798fd')).toBe('#000000')
  })
  it('finds a text color of 4.5:1 on any gray', () => {
    for (let level = 0; level < 256; level++) {
      const gray = `rgb(${level}, ${level}, ${level})`
      expect(contrastRatio(gray, textColorOn(gray))).toBeGreaterThanOrEqual(4.5)
    }
  })
  it('keeps the colors of Redash for types without a scheme, unless another one is named', () => {
    expect(colorsOfType(undefined, d3Category20)).toBe(d3Category20)
    expect(colorsOfType('Redash', d3Category20)).toBe(d3Category20)
    expect(colorsOfType('toString', d3Category20)).toBe(d3Category20)
    expect(colorsOfType(newColorScheme, d3Category20)[0]).toBe('#4E55DB')
  })
})
