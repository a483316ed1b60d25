import { expect, it } from 'vitest'
import { readOldPath } from './old-path.ts'

const read = (path: string, isSlug = false) =>
  readOldPath(path, { isSlug })?.map((piece) =>
    typeof piece === 'string' ? piece : `<${piece.kind} ${piece.name}>`,
  ) ?? null

it.each<[string, string[] | null]>([
  ['/queries/12', ['/queries/', '<query 12>', '']],
  ['/queries/12/source', ['/queries/', '<query 12>', '/source']],
  ['/api/queries/12/results.csv', ['/api/queries/', '<query 12>', '/results.csv']],
  ['/dashboards/7-sales', ['/dashboards/', '<dashboard 7>', '-sales']],
  ['/dashboard/sales%20now', ['/dashboard/', '<slug sales now>', '']],
  ['/dashboard/%E0', ['/dashboard/', '<slug %E0>', '']],
  [
    '/embed/query/1/visualization/2',
    ['/embed/query/', '<query 1>', '/visualization/', '<visualization 2>', ''],
  ],
  ['/alerts/3/edit', ['/alerts/', '<alert 3>', '/edit']],
  ['/public/dashboards/secret', null],
  ['/queries/new', null],
  ['/queries/12x', null],
  ['/constructor/12', null],
  ['/api/query_results/12', null],
  ['/', null],
])('%s', (path, pieces) => {
  expect(read(path)).toEqual(pieces)
})

it('reads a slug in the API only if the request says so', () => {
  expect(read('/api/dashboards/2024', true)).toEqual(['/api/dashboards/', '<slug 2024>', ''])
  expect(read('/api/dashboards/2024')).toEqual(['/api/dashboards/', '<dashboard 2024>', ''])
})
