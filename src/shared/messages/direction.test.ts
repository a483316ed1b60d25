import { expect, it } from 'vitest'
import { directionOf } from './direction.ts'

it('knows which languages are written from right to left', () => {
  expect(directionOf('he')).toBe('rtl')
  expect(directionOf('ar-EG')).toBe('rtl')
  expect(directionOf('de')).toBe('ltr')
})
