import { expect, it } from 'vitest'
import { embedDownloads } from './embed-footer.tsx'

it('every download names the result and the key', () => {
  expect(embedDownloads({ queryId: 5, apiKey: 'abc' }, 12)).toEqual([
    { label: 'Download as CSV File', href: '/api/queries/5/results/12.csv?api_key=abc' },
    { label: 'Download as TSV File', href: '/api/queries/5/results/12.tsv?api_key=abc' },
    { label: 'Download as Excel File', href: '/api/queries/5/results/12.xlsx?api_key=abc' },
  ])
})
