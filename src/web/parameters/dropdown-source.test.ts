import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropdownsOfQuery } from './dropdown-source.ts'

const requests: string[] = []
let answers: unknown[] = []
const page = { options: [], count: 0, selected: [], depends_on: ['city'] }
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

// the same request shortly afterwards gets the same answer, so each test has a list of its own
const search = (queryId: number | null, listId: number) =>
  dropdownsOfQuery(queryId).search(listId, { q: 'a' }, new AbortController().signal)

it('requests the dropdown of a stored query by its id, otherwise the dropdown query itself', async () => {
  answers = [page, page]
  expect(await search(3, 7)).toEqual(page)
  await search(null, 7)
  expect(requests).toEqual(['POST /api/queries/3/dropdowns/7', 'POST /api/queries/7/dropdown'])
})

it('waits for a run, and requests again', async () => {
  answers = [job(1), job(2), job(3), page]
  expect(await search(3, 8)).toEqual(page)
  expect(requests.slice(1)).toEqual([
    'GET /api/queries/3/jobs/j?wait=25&since=1',
    'GET /api/queries/3/jobs/j?wait=25&since=2',
    'POST /api/queries/3/dropdowns/8',
  ])
})

it('fails with the error of the run, and stops running at some point', async () => {
  answers = [job(1), job(4, 'no such table')]
  await expect(search(null, 9)).rejects.toThrow('no such table')
  answers = Array.from({ length: 20 }, () => job(3))
  await expect(search(null, 9)).rejects.toThrow('The options of this list could not be read.')
})

it('sends the same request once, and ends it when nobody waits for it', async () => {
  const reply = Promise.withResolvers<Response>()
  let sent: AbortSignal | null | undefined
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    requests.push(address)
    sent = init.signal
    return reply.promise
  })
  const source = dropdownsOfQuery(4)
  const [one, other] = [new AbortController(), new AbortController()]
  const first = source.search(7, { parameters: { a: 1, b: 2 }, limit: 5 }, one.signal)
  const second = source.search(7, { limit: 5, parameters: { b: 2, a: 1, c: null } }, other.signal)
  expect(requests).toHaveLength(1)
  one.abort()
  await expect(first).rejects.toThrow()
  expect(sent?.aborted).toBe(false)
  other.abort()
  await expect(second).rejects.toThrow()
  expect(sent?.aborted).toBe(true)
})

it('knows for which values of the page a list has been read', async () => {
  answers = [page]
  const source = dropdownsOfQuery(5)
  expect(source.isRead?.(7, { city: 'Rome' })).toBe(false)
  await source.search(7, { parameters: { city: 'Rome', day: 'Monday' } }, new AbortController().signal)
  expect(source.isRead?.(7, { city: 'Rome', day: 'Friday' })).toBe(true)
  expect(source.isRead?.(7, { city: 'Oslo', day: 'Monday' })).toBe(false)
})
