import { expect, it } from 'vitest'
import { freeName } from './free-name.ts'

it.each([
  ['a name that nobody has', ['Flights by destination', 'Flights by origin and day'], 'Flights by origin'],
  ['a name in other letters', ['flights by ORIGIN '], 'Flights by origin (2)'],
  [
    'the first number that is free',
    ['Flights by origin', 'Flights by origin (2)', 'Flights by origin (4)'],
    'Flights by origin (3)',
  ],
  ['a number whose name is free', ['Flights by origin (2)'], 'Flights by origin'],
])('%s', (_what, taken, expected) => {
  expect(freeName('Flights by origin', taken)).toBe(expected)
})

it('leaves room for the number', () => {
  expect(freeName('Flights', ['Flights'], 7)).toBe('Fli (2)')
})
