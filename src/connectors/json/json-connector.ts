import type { ColumnType } from '#shared/results/results-api.ts'
import type { Connector, ConnectorHost, ConnectorOptions, OutboundRequest, Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { encodeValue } from '../encode-cell.ts'
import { basicAuthorization, fetchDocument, readText, resolveUrl, untilStopped } from '../http-document.ts'
import { columnNames, type JsonRow, parseJson, readRows, valueAt } from './json-document.ts'
import { type JsonQuery, type Pagination, readJsonQuery } from './json-query.ts'

/** of all pages together: they are held in the memory of the worker */
const maxDocumentBytes = 100_000_000
const maxPages = 10_000

/** JSON documents behind URLs, described in YAML (reference-connectors 2.7). */
export const json: Connector = {
  type: 'json',
  name: 'JSON',
  syntax: 'yaml',
  config: {
    type: 'object',
    properties: {
      base_url: { type: 'string', title: 'Base URL' },
      username: { type: 'string', title: 'HTTP Basic Auth Username' },
      password: { type: 'string', title: 'HTTP Basic Auth Password' },
    },
    secret: ['password'],
    sent_to: { password: ['base_url'] },
    order: ['base_url', 'username', 'password'],
  },
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  validate(options) {
    if (textOption(options, 'username') === '' || textOption(options, 'password') === '') return null
    if (URL.canParse(textOption(options, 'base_url'))) return null
    return 'Base URL (options.base_url) is needed with a username and password: they are sent to this address only.'
  },
  async open(options, host) {
    return {
      // there is nothing to reach without a query, except a base URL, which need not answer by itself
      async ping() {
        resolveUrl(textOption(options, 'base_url') || 'http://localhost/', '')
      },
      tables: async () => null,
      run: (text, sink, signal) => untilStopped(signal, () => run(options, host, text, sink, signal)),
      close: async () => {},
    }
  },
}

async function run(
  options: ConnectorOptions,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const query = await readJsonQuery(text)
  const rows: JsonRow[] = []
  for await (const page of readPages(query, options, host, signal)) {
    const content = query.path === null ? page : valueAt(page, query.path)
    for (const row of readRows(content, query.fields)) rows.push(row)
  }
  const names = columnNames(rows, query.fields)
  sink.columns(names.map((name) => ({ name, type: columnType(rows, name), encode: encodeValue })))
  for (let start = 0; start < rows.length; start += 1000) {
    const batch = rows.slice(start, start + 1000).map((row) => names.map((name) => row[name] ?? null))
    if (!(await sink.rows(batch))) return
  }
}

async function* readPages(
  query: JsonQuery,
  options: ConnectorOptions,
  host: ConnectorHost,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const first = withParams(resolveUrl(query.url, textOption(options, 'base_url')), query.params)
  let url: string | null = first
  let left = maxDocumentBytes
  for (let page = 0; url !== null; page++) {
    if (page === maxPages) throw new QueryFailed(`The answer has more than ${maxPages} pages.`)
    const reply = await fetchDocument(host, url, requestFor(query, options, url, first), signal)
    const text = await readText(reply, left, maxDocumentBytes)
    left -= Buffer.byteLength(text)
    const document = parseJson(text)
    yield document
    url = query.pagination === null ? null : nextUrl(query.pagination, document, url)
  }
}

/**
 * The credentials of the data source go to its base URL only, and what a query sends to the origin it names: neither
 * people who write queries nor a page that names the next one can have them sent elsewhere (promise S17).
 */
function requestFor(
  { request, hasOwnAuthorization }: JsonQuery,
  options: ConnectorOptions,
  url: string,
  first: string,
): OutboundRequest {
  const { headers: _, body: __, ...bare } = request
  const sent = isSameOrigin(url, first) ? request : { ...bare, headers: { accept: 'application/json' } }
  const [username, password] = [textOption(options, 'username'), textOption(options, 'password')]
  const isAtHome = isSameOrigin(url, textOption(options, 'base_url'))
  if (hasOwnAuthorization || username === '' || password === '' || !isAtHome) return sent
  return { ...sent, headers: { ...sent.headers, authorization: basicAuthorization(username, password) } }
}

function isSameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin
}

function nextUrl(pagination: Pagination, document: unknown, current: string): string | null {
  if (pagination.type === 'url') {
    const next = find(document, pagination.path)
    return typeof next === 'string' && next !== '' ? resolveUrl(next, current) : null
  }
  const [from, to] = pagination.fields
  const token = find(document, from)
  if (token === null || token === undefined || token === '') return null
  const url = new URL(current)
  if (url.searchParams.get(to) === String(token)) {
    throw new QueryFailed(`${from} did not change; possible misconfiguration`)
  }
  url.searchParams.set(to, String(token))
  return url.href
}

function find(document: unknown, path: string): unknown {
  try {
    return valueAt(document, path)
  } catch {
    return null
  }
}

function withParams(url: string, params: Record<string, string>): string {
  const changed = new URL(url)
  for (const [name, value] of Object.entries(params)) changed.searchParams.set(name, value)
  return changed.href
}

/** By the first value that is not null; objects and lists have no type of their own. */
function columnType(rows: readonly JsonRow[], name: string): ColumnType | null {
  const value = rows.find((row) => row[name] !== null && row[name] !== undefined)?.[name]
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'number':
      return rows.every((row) => row[name] == null || Number.isInteger(row[name])) ? 'integer' : 'float'
    default:
      return null
  }
}

function textOption(options: ConnectorOptions, name: string): string {
  const value = options[name]
  return typeof value === 'string' ? value : ''
}
