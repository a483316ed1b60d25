import type { OutboundRequest } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { DocumentBroken, type DocumentDesk } from '../document-desk.ts'
import { type EngineRun, serveEngine } from '../engine-child.ts'
import { isSameOrigin, resolveUrl } from '../http-document.ts'
import { type JsonSlice, jsonSlicer } from '../json-slices.ts'
import { unpack } from '../unpack-document.ts'
import { parseJson, tokenText, valueAt } from './json-document.ts'
import { type JsonQuery, type Pagination, readJsonQuery } from './json-query.ts'
import { type JsonRows, jsonRows } from './json-rows.ts'

/** of all pages together, unpacked: as much as a run keeps */
const maxDocumentBytes = 100_000_000
const maxPages = 10_000

serveEngine((baseUrl) => ({
  ping: () => {},
  tables: () => [],
  run: (text, _values, documents) => run(text, baseUrl, documents),
}))

async function run(
  text: string,
  baseUrl: string,
  documents: Pick<DocumentDesk, 'fetch'>,
): Promise<EngineRun> {
  const query = await readJsonQuery(text)
  const rows = jsonRows(query.fields)
  const first = withParams(resolveUrl(query.url, baseUrl), query.params)
  let url: string | null = first
  const read = new Set<string>()
  let left = maxDocumentBytes
  for (let page = 0; url !== null; page++) {
    if (page === maxPages) throw new QueryFailed(`The answer has more than ${maxPages} pages.`)
    requireUnread(read, url, query.pagination)
    const request = requestFor(query, url, first)
    const document = await documents.fetch({ url, request, hasOwnAuthorization: query.hasOwnAuthorization })
    const spend = (bytes: number) => {
      left -= bytes
      if (left < 0) throw new QueryFailed(`The answer is larger than ${maxDocumentBytes / 1_000_000} MB.`)
    }
    const next = await readPage(await unpack(document), query, rows, spend)
    url = query.pagination === null ? null : nextUrl(query.pagination, next, url)
  }
  return { columns: rows.columns(), batches: rows.batches() }
}

/** Adds the rows of a page; answers the value that names the next one. */
async function readPage(
  chunks: AsyncIterable<Uint8Array>,
  { path, pagination }: JsonQuery,
  rows: JsonRows,
  spend: (bytes: number) => void,
): Promise<unknown> {
  const other = pagination === null ? null : placeOfNext(pagination)
  /** the rest of the path to `other`, where it leads into the rows */
  const within =
    other !== null && path.every((name, at) => other[at] === name) ? other.slice(path.length) : null
  let next: unknown
  let index = 0
  const hear = ({ kind, text }: JsonSlice) => {
    if (kind === 'other') next = parseJson(text)
    else if (kind === 'single') {
      const row = parseJson(text)
      if (within !== null) requireOnce(text, within)
      if (within !== null) next = valueAt(row, within)
      // no list and no object: there are no rows
      if (row !== null) rows.add(row)
    } else {
      for (const element of parseJson(`[${text}]`) as unknown[]) {
        if (within !== null && within[0] === String(index)) next = valueAt(element, within.slice(1))
        index++
        rows.add(element)
      }
    }
  }
  const slicer = jsonSlicer({ rows: path, other }, hear)
  try {
    for await (const chunk of chunks) {
      spend(chunk.length)
      slicer.write(chunk)
    }
  } catch (error) {
    if (!(error instanceof DocumentBroken)) throw error
    throw new QueryFailed(`The answer broke off: ${error.message}`, { cause: error })
  }
  slicer.finish()
  return next
}

/** Only the last of two members of the same name is left after parsing. */
function requireOnce(text: string, path: readonly string[]): void {
  jsonSlicer({ rows: path, other: null }, () => {}).write(Buffer.from(text))
}

/** A page that comes again would come until the limit of pages is reached. */
function requireUnread(read: Set<string>, url: string, pagination: Pagination | null): void {
  const page = new URL(url)
  page.hash = ''
  if (pagination !== null && read.has(page.href))
    throw new QueryFailed(
      `${placeOfNext(pagination).join('.')} names a page that was read already: ${page.href}`,
    )
  read.add(page.href)
}

function placeOfNext(pagination: Pagination): readonly string[] {
  return pagination.type === 'url' ? pagination.path : pagination.fields[0].split('.')
}

/**
 * Headers and body of a query are sent only to the origin in its URL. The address of a next page, which comes from
 * the server, cannot redirect them to another origin.
 * The credentials of the data source are not known here.
 */
function requestFor({ request }: JsonQuery, url: string, first: string): OutboundRequest {
  const { headers: _, body: __, ...bare } = request
  return isSameOrigin(url, first) ? request : { ...bare, headers: { accept: 'application/json' } }
}

/** null: this page was the last one. Anything else than an address or token, or none, would end the result too early. */
function nextUrl(pagination: Pagination, value: unknown, current: string): string | null {
  const next = tokenText(value)
  if (next === null || (pagination.type === 'url' && typeof value === 'number')) {
    throw new QueryFailed(
      `${placeOfNext(pagination).join('.')} names no next page: it is ${kindOf(value)} instead of ${pagination.type === 'url' ? 'an address' : 'a text or number'}.`,
    )
  }
  if (next === '') return null
  if (pagination.type === 'url') return resolveUrl(next, current)
  const [from, to] = pagination.fields
  const url = new URL(current)
  if (url.searchParams.get(to) === next) {
    throw new QueryFailed(`${from} did not change; possible misconfiguration`)
  }
  url.searchParams.set(to, next)
  return url.href
}

function kindOf(value: unknown): string {
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object'
  return String(value)
}

function withParams(url: string, params: Record<string, string>): string {
  const changed = new URL(url)
  for (const [name, value] of Object.entries(params)) changed.searchParams.set(name, value)
  return changed.href
}
