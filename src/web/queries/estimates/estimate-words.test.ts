import { expect, it } from 'vitest'
import type { RunEstimate } from '#shared/results/run-estimate-api.ts'
import { estimateWords } from './estimate-words.ts'

it.each<[RunEstimate, string]>([
  [{ bytes: 5_000_000, precision: 'exact', notes: [] }, 'The query would read 4.77 MB.'],
  [
    { bytes: 2 ** 40, precision: 'at_most', cost: 6.25, tables: ['a.b'], notes: ['A limit refuses it.'] },
    'The query would read 1 TB at most. Price: $6.25. Tables: a.b. A limit refuses it.',
  ],
  [
    { bytes: 2 ** 20, precision: 'at_least', cost: 0.000006, notes: [] },
    'The query would read 1 MB at least. Price: $0.000006.',
  ],
  [
    { bytes: 250, rows: 1, precision: 'by_statistics', tables: [...'abcdefg'], notes: [] },
    'By the statistics of its tables, the query would read about 250 bytes · 1 row, before compression. Tables: a, b, c, d, e and 2 more.',
  ],
  [
    { bytes: null, precision: 'by_statistics', tables: ['a'], notes: [] },
    'The data source cannot tell how much the query would read. Tables: a.',
  ],
])('says %j', (estimate, words) => {
  expect(estimateWords(estimate)).toBe(words)
})
