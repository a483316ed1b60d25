import { ImportRefused } from '../../import-refused.ts'
import type { Row } from '../redash-store.ts'
import type { ApiClient } from './api-client.ts'

/** parallel requests: Redash has its users to serve */
const requestsAtOnce = 4
/** the largest that Redash allows */
const pageSize = 250
/** limit of ids that are asked for although no list has them */
const maxProbed = 50_000
/** so many missing ids in a row count as the end */
const end = 50

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : [])

/** A list without pages. */
export async function listAll(client: ApiClient, path: string): Promise<Row[]> {
  const answer = await client.get(path)
  if (Array.isArray(answer)) return rowsIn(answer)
  throw new ImportRefused(`--url: ${path} answers no list. Is this the address of a Redash?`)
}

/** All pages of a list. */
export async function listPages(client: ApiClient, path: string): Promise<Row[]> {
  const found = new Map<number, Row>()
  const joiner = path.includes('?') ? '&' : '?'
  for (let page = 1; ; page++) {
    const answer = await client.get(`${path}${joiner}page=${page}&page_size=${pageSize}`)
    const { results, count } = (isRow(answer) ? answer : {}) as { results?: unknown; count?: unknown }
    if (!Array.isArray(results) || typeof count !== 'number')
      throw new ImportRefused(`--url: ${path} answers no list. Is this the address of a Redash?`)
    // a new row shifts others to the next page, so they can arrive twice
    for (const row of rowsIn(results)) found.set(Number(row['id']), row)
    if (results.length === 0 || page * pageSize >= count) return [...found.values()]
  }
}

/** `work` for each, a few at a time, in their order. */
export async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: requestsAtOnce }, async () => {
      for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T)
    }),
  )
  return results
}

/**
 * Every object with an id, also those that lists leave out: drafts of other users, and objects on data sources of
 * groups without the owner of the key. An admin may open each by its id, so all ids are asked for.
 */
export async function openAll(
  client: ApiClient,
  path: string,
  listed: readonly number[],
  onProgress: (done: number) => void,
): Promise<{ rows: Row[]; isWhole: boolean }> {
  const highest = Math.max(0, ...listed)
  const isWhole = highest - listed.length <= maxProbed
  const rows: Row[] = []
  const open = async (ids: readonly number[]) => {
    const answers = await each(ids, async (id) => {
      const answer = await client.find(`${path}/${id}`)
      return isRow(answer) && answer['id'] === id ? answer : null
    })
    rows.push(...answers.filter((row) => row !== null))
    onProgress(rows.length)
    return answers
  }
  const known = isWhole ? Array.from({ length: highest }, (_, at) => at + 1) : listed
  const batch = 200
  for (let from = 0; from < known.length; from += batch) await open(known.slice(from, from + batch))
  if (!isWhole) return { rows, isWhole }
  for (let from = highest + 1; ; from += end) {
    const found = await open(Array.from({ length: end }, (_, at) => from + at))
    if (found.every((row) => row === null)) return { rows, isWhole }
  }
}
