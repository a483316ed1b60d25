import { expect, it } from 'vitest'
import { isScopedKey, newScopedKey, randomLetters } from './key-format.ts'

it('makes keys that programs recognize, each another one', () => {
  const keys = Array.from({ length: 200 }, newScopedKey)
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) {
    expect(key).toMatch(/^sxt_[a-zA-Z0-9]{42}$/)
    expect(isScopedKey(key)).toBe(true)
  }
})

it('tells a key from a mistyped one and from the one key of a user', () => {
  const key = newScopedKey()
  const other = key[10] === 'a' ? 'b' : 'a'
  expect(isScopedKey(`${key.slice(0, 10)}${other}${key.slice(11)}`)).toBe(false)
  expect(isScopedKey(key.slice(0, -1))).toBe(false)
  expect(isScopedKey(`${key}a`)).toBe(false)
  expect(isScopedKey(randomLetters(40))).toBe(false)
  expect(isScopedKey(`sxt_${randomLetters(42)}`)).toBe(false)
})

it('has the CRC-32 of the random part at its end, with 62 digits', () => {
  expect(isScopedKey(`sxt_${'a'.repeat(36)}dLegdG`)).toBe(true)
})
