import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropdownsOfQuery } from './dropdown-source.ts'

const requests: string[] = []
let answers: unknown[] = []
const page = { options: [], count: 0, selected: [] }
const job = (status: number, error = '') => ({
  job: { id: 'j', status, error, updated_at: 0, result: null, query_result_id: null },
})

beforeEach(() => {
  requests.length = 0
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push(`${init.method} ${address}`)
    return new Response(JSON.stringify(answers.shift()))
  })
})
afterEach(() => vi.unstubAllGlobals())

const search = (queryId: number | null) =>
  dropdownsOfQuery(queryId).search(7, { q: 'a' }, new AbortController().signal)

it('requests the dropdown of a stored query by its id, otherwise the dropdown query itself', async () => {
  answers = [page, page]
  expect(await search(3)).toEqual(page)
  await search(null)
  expect(requests).toEqual(['POST /api/queries/3/dropdowns/7', 'POST /api/queries/7/dropdown'])
})

it('waits for a run, and requests again', async () => {
  answers = [job(1), job(2), job(3), page]
  expect(await search(3)).toEqual(page)
  expect(requests.slice(1)).toEqual([
    'GET /api/queries/3/jobs/j?wait=25&since=1',
    'GET /api/queries/3/jobs/j?wait=25&since=2',
    'POST /api/queries/3/dropdowns/7',
  ])
})

it('fails with the error of the run, and stops running at some point', async () => {
  answers = [job(1), job(4, 'no such table')]
  await expect(search(null)).rejects.toThrow('no such table')
  answers = Array.from({ length: 20 }, () => job(3))
  await expect(search(null)).rejects.toThrow('The options of this list could not be read.')
})
