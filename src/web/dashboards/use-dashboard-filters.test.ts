import { expect, it } from 'vitest'
import { expectedFilters } from './use-dashboard-filters.ts'

it.each([
  ['those of the texts, once', true, '', ['a::filter', 'b::filter', 'a::filter'], 2],
  ['one where the texts are not known', true, '', null, 1],
  ['those of the address where the option is off', false, '?a::filter=x&p_n=1', ['b::filter'], 1],
  ['those of the address besides those of the texts', true, '?a::filter=x', ['b::filter'], 2],
  ['none where nothing asks for any', true, '', [], 0],
])('%s are expected', (_what, isEnabled, search, mentioned, count) => {
  expect(expectedFilters({ isEnabled, search, mentioned })).toBe(count)
})
