import { randomUUID } from 'node:crypto'
import { isPhrase } from '#shared/messages/phrase.ts'
import { breaks } from '../breaks.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { flatRows } from '../flat-rows.ts'
import { textOf } from '../http-answer.ts'
import { cutList, cutObject, itemsOf, readString } from '../json-cut.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { maxColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { type ArangodbLink, ArangodbRefusal, askArangodb } from './arangodb-link.ts'
import { readArangodbOptions } from './arangodb-options.ts'

/** The running queries of an account, each cut by the server. */
const maxList = 8_000_000
/** Documents of a page. */
const pageSize = 1000

/** Nothing is connected until the first request: connections are shared by all sessions of the worker. */
export async function openArangodb(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const link = linkTo(stored, host)
  const marker = `sextant_${randomUUID()}`
  host.reportBackend({ query_marker: marker })
  return {
    run: (text, sink, signal) => runAql(link, marker, text, sink, signal),
    async ping(signal) {
      await runRemotely({ signal, end: async () => {} }, async (run) => {
        const body = { query: "RETURN {'id': 1}" }
        await askArangodb(link, { method: 'POST', path: '/_api/cursor', body }, run.signal)
      })
    },
    async tables(signal) {
      return await runRemotely({ signal, end: async () => {} }, async (run) => {
        const path = '/_api/collection?excludeSystem=true'
        const answer = await askArangodb(link, { method: 'GET', path }, run.signal)
        return cutList(answer.get('result') ?? '[]')
          .map((collection) => readString(cutObject(collection).get('name') ?? '') ?? '')
          .filter((name) => name !== '')
          .sort()
          .map((name) => ({ name, columns: [] }))
      })
    },
    async close() {},
  }
}

/** Ends what is left behind by a killed worker. */
export async function killArangodbOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  { query_marker: marker }: BackendReference,
): Promise<void> {
  if (typeof marker !== 'string' || !/^sextant_[\da-f-]+$/.test(marker)) return
  await endQueries(linkTo(stored, host), marker, AbortSignal.timeout(10_000))
}

function linkTo(stored: ConnectorOptions, host: ConnectorHost): ArangodbLink {
  const options = readArangodbOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return { options, host }
}

async function runAql(
  link: ArangodbLink,
  marker: string,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: false })
  if (text.trim() === '') throw new QueryFailed('Query is empty')
  // in front: the server tells only the beginning of the queries that it runs
  const prefix = `/* ${marker} */ `
  try {
    await runRemotely({ signal, end: (own) => endQueries(link, marker, own) }, async (run) => {
      await readPages(link, prefix + text, sink, run.signal)
    })
  } catch (error) {
    if (error instanceof EnoughRows) return
    throw error instanceof ArangodbRefusal ? located(error, prefix.length) : error
  }
}

async function readPages(link: ArangodbLink, query: string, sink: Sink, signal: AbortSignal): Promise<void> {
  const { maxSeconds } = link.options
  const rest = breaks()
  const rows = flatRows(sink, 'Return the attributes you need by name: RETURN { a: d.a }.')
  const options = { stream: true, ...(maxSeconds > 0 ? { maxRuntime: maxSeconds } : {}) }
  const body = { query, batchSize: pageSize, options }
  let answer = await askArangodb(link, { method: 'POST', path: '/_api/cursor', body }, signal)
  let cursor: string | null = null
  try {
    for (;;) {
      cursor = answer.get('hasMore') === 'true' ? (readString(answer.get('id') ?? '') ?? null) : null
      for (const document of itemsOf(answer.get('result') ?? '[]')) {
        const added = rows.add(cellsOf(document))
        if (added !== null) await added
        await rest()
      }
      if (cursor === null) break
      const path = `/_api/cursor/${encodeURIComponent(cursor)}`
      answer = await askArangodb(link, { method: 'POST', path }, signal)
    }
    await rows.finish()
  } catch (error) {
    if (cursor !== null) {
      const path = `/_api/cursor/${encodeURIComponent(cursor)}`
      await askArangodb(link, { method: 'DELETE', path }, AbortSignal.timeout(2000)).catch(
        // it ends by itself after a while
        () => null,
      )
    }
    throw error
  }
}

/** The attributes of a document; anything else is the only value of its row. */
function cellsOf(json: string): Iterable<readonly [string, string]> {
  return json.startsWith('{') ? cutObject(json, maxColumns) : [['value', json]]
}

/** Errors of the parser name a place: `at position 1:8`. */
function located(error: ArangodbRefusal, prefixLength: number): QueryFailed {
  const [, line, column] = /\bat position (\d+):(\d+)/.exec(error.message) ?? []
  if (line === undefined || column === undefined) return error
  const shift = line === '1' ? prefixLength : 0
  const position = { line: Number(line), column: Math.max(1, Number(column) - shift) }
  const message = error.message.replace(/\bposition \d+:\d+/, `position ${position.line}:${position.column}`)
  return new QueryFailed(message, { position, cause: error })
}

/** Accounts see the queries of their own, and may end them. */
async function endQueries(link: ArangodbLink, marker: string, signal: AbortSignal): Promise<void> {
  const current = await askArangodbList(link, signal)
  for (const { id, query } of current) {
    if (!query.startsWith(`/* ${marker} */`) || id === '') continue
    const path = `/_api/query/${encodeURIComponent(id)}`
    await askArangodb(link, { method: 'DELETE', path }, signal).catch(
      // it may have ended in between
      () => null,
    )
  }
}

/** This one answer is a list. */
async function askArangodbList(
  link: ArangodbLink,
  signal: AbortSignal,
): Promise<{ id: string; query: string }[]> {
  const { origin, database, authorization } = link.options
  const address = `${origin}/_db/${encodeURIComponent(database)}/_api/query/current`
  const reply = await link.host.fetchServer(address, { headers: { authorization } }, signal)
  if (reply.status !== 200) return []
  return cutList(await textOf(reply, maxList, 'The list of running queries is larger than 8 MB.')).map(
    (one) => {
      const members = cutObject(one)
      return {
        id: readString(members.get('id') ?? '') ?? '',
        query: readString(members.get('query') ?? '') ?? '',
      }
    },
  )
}
