import { expect, it } from 'vitest'
import { cleanTags } from './clean-tags.ts'

it('trims, drops what is empty or there already, and keeps the order', () => {
  expect(cleanTags([' b ', 'a', '', '  ', 'b', 'B', 'a c'])).toEqual(['b', 'a', 'B', 'a c'])
})
