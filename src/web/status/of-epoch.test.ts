import { expect, it } from 'vitest'
import { ofEpoch } from './of-epoch.ts'

it('reads seconds as text, and detects missing ones', () => {
  expect(ofEpoch('1700000000.5')).toBe('2023-11-14T22:13:20.500Z')
  for (const nothing of [null, undefined, 'soon']) expect(ofEpoch(nothing)).toBeNull()
})
