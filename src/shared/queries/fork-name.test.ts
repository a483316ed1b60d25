import { expect, it } from 'vitest'
import { forkName } from './fork-name.ts'

it('names a copy after its original', () => {
  expect(forkName({ id: 7, name: 'Sales' })).toBe('Copy of (#7) Sales')
})

it('never exceeds the max length and never ends in half of a surrogate pair', () => {
  const name = forkName({ id: 12345, name: '😀'.repeat(255) })
  expect(Array.from(name)).toHaveLength(255)
  expect(name.isWellFormed()).toBe(true)
  expect(name.startsWith('Copy of (#12345) 😀')).toBe(true)
})
