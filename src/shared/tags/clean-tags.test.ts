import { expect, it } from 'vitest'
import { cleanTags } from './clean-tags.ts'

it('trims, drops empty and duplicate tags, and keeps the order', () => {
  expect(cleanTags([' b ', 'a', '', '  ', 'b', 'B', 'a c'])).toEqual(['b', 'a', 'B', 'a c'])
})
