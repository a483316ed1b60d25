import { expect, it } from 'vitest'
import { readSources, sourcesText } from './git-sync-queries.ts'

it('reads the names of data sources line by line', () => {
  const sources = { Shop: 'Shop of production', 'A b': 'c = d' }
  expect(readSources(sourcesText(sources))).toEqual(sources)
  expect(readSources('\n = x\nShop\n Shop=Here ')).toEqual({ Shop: 'Here' })
})
