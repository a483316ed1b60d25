import { breaks } from '../breaks.ts'
import type { Sink } from '../connector.ts'
import { flatten } from '../flat-cells.ts'
import { type FlatRows, flatRows } from '../flat-rows.ts'
import { bytesOf } from '../http-answer.ts'
import { cutObject, itemsOf, readString, visitMembers } from '../json-cut.ts'
import { jsonSlicer } from '../json-slices.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { aggregationRows, isWanted, type NameColumn } from './aggregations.ts'
import {
  askElasticsearch,
  askForText,
  type ElasticsearchLink,
  type ElasticsearchRequest,
} from './elasticsearch-link.ts'
import { bodyText, type ElasticsearchQuery, readElasticsearchQuery } from './elasticsearch-query.ts'
import { endSearches } from './elasticsearch-tasks.ts'
import { maxWindow, openPages, sortValuesOf } from './long-search.ts'

/** How a type reads its texts, and names the columns of aggregations. */
export interface QueryStyle {
  read(text: string): ElasticsearchQuery
  named?: NameColumn
}

export async function runElasticsearch(
  link: ElasticsearchLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  style: QueryStyle = { read: readElasticsearchQuery },
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const query = style.read(text)
  const rows = flatRows(sink, 'Name the fields you need in "_source".')
  const indexPath = query.index === '' ? '' : `/${encodeURIComponent(query.index)}`
  try {
    await runRemotely({ signal, end: (own) => endSearches(link, own) }, async (run) => {
      if (query.hasAggregations) await readAggregations(link, query, indexPath, rows, run.signal, style.named)
      else if (isLong(query)) await readPages(link, query, indexPath, rows, run.signal)
      else await readHits(link, searchOf(query, indexPath), query, rows, run.signal)
      await rows.finish()
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

/** A part of the result must not look as if it were all: a search fails if a shard does, or if its time is over. */
const wholeOnly = '?allow_partial_search_results=false'

function searchOf({ body }: ElasticsearchQuery, indexPath: string): ElasticsearchRequest {
  return { method: 'POST', path: `${indexPath}/_search${wholeOnly}`, body: bodyText(body) }
}

function isLong({ from, size, pagesItself }: ElasticsearchQuery): boolean {
  return size !== null && from + size > maxWindow && !pagesItself
}

async function readAggregations(
  link: ElasticsearchLink,
  query: ElasticsearchQuery,
  indexPath: string,
  rows: FlatRows,
  signal: AbortSignal,
  named: NameColumn | undefined,
): Promise<void> {
  const answer = cutObject(await askForText(link, searchOf(query, indexPath), signal))
  for (const row of aggregationRows(answer.get('aggregations') ?? '{}', named)) {
    await rows.add([...row].filter(([column]) => isWanted(query.resultFields, column)))
  }
}

async function readPages(
  link: ElasticsearchLink,
  query: ElasticsearchQuery,
  indexPath: string,
  rows: FlatRows,
  signal: AbortSignal,
): Promise<void> {
  const pages = await openPages(link, query, indexPath, signal)
  try {
    let left = query.from + (query.size ?? 0)
    let after: string | null = null
    let skipped = query.from
    while (left > 0) {
      const size = Math.min(left, maxWindow)
      const { path, body } = pages.page(size, after)
      const request = { method: 'POST' as const, path: path + wholeOnly, body }
      const page = await readHits(link, request, query, rows, signal, skipped)
      if (page.count < size || page.last === null) return
      skipped = Math.max(0, skipped - page.count)
      left -= page.count
      after = sortValuesOf(page.last)
      if (page.point !== null) pages.moveTo(page.point)
    }
  } finally {
    await pages.close(AbortSignal.timeout(2000))
  }
}

interface Hits {
  count: number
  /** of a point in time, which may have changed */
  point: string | null
  last: ReadonlyMap<string, string> | null
}

async function readHits(
  link: ElasticsearchLink,
  request: ElasticsearchRequest,
  { resultFields }: ElasticsearchQuery,
  rows: FlatRows,
  signal: AbortSignal,
  skipped = 0,
): Promise<Hits> {
  const reply = await askElasticsearch(link, request, signal)
  const found: string[] = []
  const hits: Hits = { count: 0, point: null, last: null }
  const slicer = jsonSlicer({ rows: ['hits', 'hits'], other: ['pit_id'] }, ({ kind, text }) => {
    if (kind === 'other') hits.point = readString(text)
    else found.push(text)
  })
  const rest = breaks()
  const deliver = async () => {
    for (const text of found.splice(0)) {
      for (const json of itemsOf(`[${text}]`)) {
        await rest()
        const hit = new Map<string, string>()
        visitMembers(json, (name, value) => hit.set(name, value))
        hits.last = hit
        if (++hits.count <= skipped) continue
        const added = rows.add(cellsOf(hit, resultFields))
        if (added !== null) await added
      }
    }
  }
  for await (const part of bytesOf(reply)) {
    slicer.write(part)
    if (found.length > 0) await deliver()
  }
  slicer.finish()
  await deliver()
  return hits
}

/** Of the document, or of its fields if the query does not ask for the document. */
function cellsOf(hit: ReadonlyMap<string, string>, wanted: ReadonlySet<string> | null): [string, string][] {
  const cells: [string, string][] = []
  const hear = (column: string, json: string) => {
    if (isWanted(wanted, column)) cells.push([column, json])
  }
  visitMembers(hit.get('_source') ?? hit.get('fields') ?? '{}', (name, value) => flatten(name, value, hear))
  return cells
}
