import { QueryFailed } from '../connector-errors.ts'
import { cutObject, readString } from '../json-cut.ts'
import {
  askElasticsearch,
  askForText,
  type ElasticsearchLink,
  ElasticsearchRefusal,
} from './elasticsearch-link.ts'
import { bodyText, type ElasticsearchQuery } from './elasticsearch-query.ts'

/** So many documents an index returns at once (`index.max_result_window`). */
export const maxWindow = 10_000

/** How long the server keeps what it reads from, after each page. */
const keepAlive = '5m'

export interface SearchPages {
  /** the request of the next page */
  page(size: number, after: string | null): { path: string; body: string }
  /** the point in time has another name now */
  moveTo(id: string): void
  close(signal: AbortSignal): Promise<void>
}

/**
 * Reads more documents than an index returns at once: page by page, each after the last document of the one before. All
 * pages read the same state of the index if the server has points in time: Elasticsearch since 7.10, OpenSearch since
 * 2.4. Others, and documents with equal sort values, are told apart by their index and identifier.
 */
export async function openPages(
  link: ElasticsearchLink,
  query: ElasticsearchQuery,
  indexPath: string,
  signal: AbortSignal,
): Promise<SearchPages> {
  const point = await openPoint(link, indexPath, signal)
  const sort = withTieBreaks(query.body.get('sort'), point?.tieBreaks ?? identity)
  return {
    page(size, after) {
      const body = new Map(query.body)
      body.delete('from')
      body.set('size', String(size))
      body.set('sort', sort)
      // counting everything again for each page takes time, and no one reads it
      body.set('track_total_hits', 'false')
      if (after !== null) body.set('search_after', after)
      if (point !== null) body.set('pit', JSON.stringify({ id: point.id, keep_alive: keepAlive }))
      return { path: `${point === null ? indexPath : ''}/_search`, body: bodyText(body) }
    },
    moveTo(id) {
      if (point !== null) point.id = id
    },
    async close(own) {
      if (point === null) return
      await askForText(
        link,
        { method: 'DELETE', path: point.closePath, body: point.closeBody(point.id) },
        own,
      ).catch(
        // it ends by itself after a while
        () => '',
      )
    },
  }
}

interface Point {
  id: string
  tieBreaks: readonly string[]
  closePath: string
  closeBody: (id: string) => string
}

const identity = ['_index', '_id']
/** the place of a document within a point in time */
const place = ['_shard_doc']

async function openPoint(
  link: ElasticsearchLink,
  indexPath: string,
  signal: AbortSignal,
): Promise<Point | null> {
  const indices = indexPath === '' ? '/_all' : indexPath
  const ofElasticsearch = await openAt(link, `${indices}/_pit?keep_alive=${keepAlive}`, 'id', signal)
  if (ofElasticsearch !== null) {
    return {
      id: ofElasticsearch,
      tieBreaks: place,
      closePath: '/_pit',
      closeBody: (id) => JSON.stringify({ id }),
    }
  }
  const path = '/_search/point_in_time'
  const id = await openAt(link, `${indices}${path}?keep_alive=${keepAlive}`, 'pit_id', signal)
  if (id === null) return null
  return {
    id,
    tieBreaks: (await sortsByPlace(link, id, signal)) ? place : identity,
    closePath: path,
    closeBody: (last) => JSON.stringify({ pit_id: [last] }),
  }
}

/** OpenSearch since 3.3. Identifiers are in no order on disk: to sort 200,000 documents by them takes seconds. */
async function sortsByPlace(link: ElasticsearchLink, point: string, signal: AbortSignal): Promise<boolean> {
  const body = JSON.stringify({ size: 0, sort: place, pit: { id: point, keep_alive: keepAlive } })
  try {
    await askForText(link, { method: 'POST', path: '/_search', body }, signal)
    return true
  } catch (error) {
    if (error instanceof ElasticsearchRefusal && error.status === 400) return false
    throw error
  }
}

/** Null: the server has no such path, or the account may not use it. */
async function openAt(
  link: ElasticsearchLink,
  path: string,
  name: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const reply = await askElasticsearch(link, { method: 'POST', path }, signal)
    return readString(cutObject(await reply.text()).get(name) ?? '')
  } catch (error) {
    // 404 is also the answer for an index that is not there: then the search tells
    if (error instanceof ElasticsearchRefusal && [400, 403, 404, 405].includes(error.status)) return null
    throw error
  }
}

/** The sort of the query, a text, an object or a list of them, and behind it what makes each document's place its own. */
function withTieBreaks(sort: string | undefined, tieBreaks: readonly string[]): string {
  const own =
    sort === undefined || sort === 'null' ? '' : sort.startsWith('[') ? sort.slice(1, -1).trim() : sort
  const last = tieBreaks.map((name) => JSON.stringify({ [name]: 'asc' })).join(',')
  return `[${own === '' ? '' : `${own},`}${last}]`
}

/** Where the next page begins: the sort values of the last document. */
export function sortValuesOf(hit: ReadonlyMap<string, string>): string {
  const sort = hit.get('sort')
  if (sort === undefined)
    throw new QueryFailed('The server sent a document of a long result without its sort values.')
  return sort
}
