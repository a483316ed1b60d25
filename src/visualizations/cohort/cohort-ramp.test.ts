import { describe, expect, it } from 'vitest'
import { contrastRatio } from '../parts/colors.ts'
import { normalizeCohort } from './cohort-options.ts'
import { cohortRamp, cohortRampOn, colorsOnGround } from './cohort-ramp.ts'

describe('the colors of a cohort', () => {
  it('are interpolated in HSL', () => {
    expect(
      cohortRamp({ min: '#ffffff', max: '#002FB4', steps: 3 }).map(({ background }) => background),
    ).toEqual(['#ffffff', '#5a85ff', '#002fb4'])
  })
  it.each([
    [{ min: '#ffffff', max: '#002FB4', steps: 20 }],
    [{ min: '#FB8D3D', max: '#604FE9', steps: 20 }],
    [{ min: '#000000', max: '#3BD973', steps: 20 }],
  ])('have readable texts: %j', (colors) => {
    const grounds = [colors, colorsOnGround(colors, '#1a1b1e')]
    for (const { background, text } of grounds.flatMap(cohortRamp)) {
      expect(contrastRatio(background, text)).toBeGreaterThanOrEqual(4.5)
    }
  })
  it('are those of the new scale when both its ends are stored, and other ones in the dark', () => {
    const stored = { min: '#EDF2FC', max: '#28209E', steps: 3 }
    const [light, dark] = ['#ffffff', '#181a1f'].map((ground) => cohortRampOn(stored, ground))
    expect(light?.map(({ background }) => background)).toEqual(['#edf2fc', '#7e8ed1', '#28209e'])
    expect(dark?.map(({ background }) => background)).toEqual(['#282d52', '#6a72dd', '#cdd6ff'])
    const other = { min: '#ffffff', max: '#28209E', steps: 3 }
    expect(cohortRampOn(other, '#ffffff')).toEqual(cohortRamp(other))
  })
  it('start at a dark ground instead of white', () => {
    const stored = { min: '#FFFFFF', max: '#002FB4', steps: 7 }
    expect(colorsOnGround(stored, '#ffffff')).toBe(stored)
    const dark = colorsOnGround(stored, 'rgb(26, 27, 30)')
    expect(contrastRatio(dark.min, '#1a1b1e')).toBeLessThan(1.1)
    expect(contrastRatio(dark.max, '#1a1b1e')).toBeGreaterThanOrEqual(3)
    const chosen = { min: '#FB8D3D', max: '#604FE9', steps: 7 }
    expect(colorsOnGround(chosen, '#1a1b1e')).toBe(chosen)
  })
  it.each([
    [
      { min: 'nonsense', max: null, steps: 'x' },
      { min: '#ffffff', max: '#002FB4', steps: 7 },
    ],
    [
      { min: '#ABC', steps: '5' },
      { min: '#ABC', max: '#002FB4', steps: 5 },
    ],
    [{ steps: 0 }, { min: '#ffffff', max: '#002FB4', steps: 2 }],
    [{ steps: 1e9 }, { min: '#ffffff', max: '#002FB4', steps: 100 }],
    ['red', { min: '#ffffff', max: '#002FB4', steps: 7 }],
  ])('stored as %j become %j', (stored, colors) => {
    expect(normalizeCohort({ colors: stored }).colors).toEqual(colors)
  })
})
