import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isNewer, plainVersion } from './newer-version.ts'

/** Each is newer than the one before it (semver.org, section 11, and what follows from it). */
const ascending = [
  '0.0.0-test',
  '0.0.0',
  '0.1.0',
  '0.9.9',
  '1.0.0-1',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '2.0.0',
  '10.0.0',
]

it.each(ascending.map((version, place) => [version, place] as const))('orders %s', (version, place) => {
  for (const [at, other] of ascending.entries()) expect(isNewer(other, version), other).toBe(at > place)
})

it('accepts a leading v and ignores build metadata', () => {
  expect(isNewer('v1.2.4', '1.2.3')).toBe(true)
  expect(isNewer('1.2.3+2', '1.2.3+1')).toBe(false)
  expect(plainVersion('v1.2.3-beta.2+build')).toBe('1.2.3-beta.2')
})

it.each([
  '',
  '1',
  '1.2',
  '1.2.3.4',
  'latest',
  '1.2.x',
  ' 1.2.3',
  '1.2.3 ',
  '<b>1.2.3</b>',
  `1.2.${'9'.repeat(20)}`,
])('takes %j for no version', (text) => {
  expect(plainVersion(text)).toBeNull()
  expect(isNewer(text, '0.0.1')).toBe(false)
  expect(isNewer('99.0.0', text)).toBe(false)
})

it('never finds two versions newer than each other', () => {
  const part = fc.constantFrom('0', '1', '11', 'a', 'b-c', 'rc')
  const version = fc
    .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.array(part, { maxLength: 3 }))
    .map(([major, minor, patch, parts]) =>
      [`${major}.${minor}.${patch}`, parts.join('.')].filter((text) => text !== '').join('-'),
    )
  fc.assert(
    fc.property(version, version, (left, right) => {
      expect(isNewer(left, right) && isNewer(right, left)).toBe(false)
      if (plainVersion(left) === plainVersion(right)) expect(isNewer(left, right)).toBe(false)
      else expect(isNewer(left, right) || isNewer(right, left)).toBe(true)
    }),
  )
})
