import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { gatherAnswer, listOfTables } from '../answer.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf } from '../http-answer.ts'
import { readString } from '../json-cut.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { type CouchbaseOptions, readCouchbaseOptions } from './couchbase-options.ts'
import { failureIn, feedCouchbase } from './couchbase-rows.ts'

/** Nothing is connected until the first request: connections are shared by all sessions of the worker. */
export async function openCouchbase(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = understood(stored)
  const name = `sextant_${randomUUID()}`
  host.reportBackend({ client_context_id: name })
  const run = (statement: string, sink: Sink, signal: AbortSignal) =>
    runCouchbase({ options, host, name }, statement, sink, signal)
  return {
    async run(text, sink, signal) {
      requireSendable(text, [], { takesNul: false })
      if (text.trim() === '') throw new QueryFailed('Query is empty')
      await run(text, sink, signal)
    },
    async ping(signal) {
      await run('Select 1', nowhere, signal)
    },
    async tables(signal) {
      const names = await namesOf(run, signal)
      return names.map((table): SchemaTable => ({ name: table, columns: [{ name: 'meta().id' }] }))
    },
    async close() {},
  }
}

const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

/** Ends what is left behind by a killed worker. */
export async function killCouchbaseOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  { client_context_id: name }: BackendReference,
): Promise<void> {
  if (typeof name !== 'string' || !/^sextant_[\da-f-]+$/.test(name)) return
  await endRequests({ options: understood(stored), host, name }, AbortSignal.timeout(10_000))
}

function understood(stored: ConnectorOptions): CouchbaseOptions {
  const options = readCouchbaseOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

interface CouchbaseLink {
  options: CouchbaseOptions
  host: ConnectorHost
  name: string
}

async function runCouchbase(
  link: CouchbaseLink,
  statement: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  try {
    await runRemotely({ signal, end: (own) => endRequests(link, own) }, async (run) => {
      await feedCouchbase(await send(link, statement, run.signal), sink)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

async function send(
  { options: { origin, authorization }, host, name }: CouchbaseLink,
  statement: string,
  signal: AbortSignal,
): Promise<Response> {
  const request = {
    method: 'POST' as const,
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    // in the body: addresses are kept in logs
    body: new URLSearchParams({ statement, client_context_id: name, pretty: 'false' }).toString(),
  }
  const reply = await host.fetchServer(`${origin}/query/service`, request, signal)
  if (reply.status === 200) return reply
  const start = await startOf(reply)
  const failure = failureIn(start)
  if (reply.status === 401) {
    const told = failure === null ? '' : `: ${failure.message}`
    throw new ConnectionFailed(`Wrong username/password${told}`)
  }
  throw failure ?? new ConnectionFailed(`Couchbase connection error: status ${reply.status} ${start}`.trim())
}

/** Analytics ends a request when it is told to; the Query service when its connection ends, and has no such path. */
async function endRequests(
  { options: { origin, authorization }, host, name }: CouchbaseLink,
  signal: AbortSignal,
): Promise<void> {
  const request = {
    method: 'DELETE' as const,
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_context_id: name }).toString(),
  }
  const reply = await host.fetchServer(`${origin}/analytics/admin/active_requests`, request, signal)
  await reply.body?.cancel()
}

const datasets = 'SELECT d.DatasetName AS name FROM Metadata.`Dataset` d WHERE d.DataverseName <> "Metadata"'
const keyspaces =
  'SELECT k.name AS name, k.`bucket` AS `bucket`, k.`scope` AS `scope` FROM system:keyspaces AS k'

/** Datasets of Analytics, else the collections of the Query service. */
async function namesOf(
  run: (statement: string, sink: Sink, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<string[]> {
  const ask = async (statement: string) => {
    const { sink, rows } = gatherAnswer(listOfTables)
    const names: string[] = []
    const listening: Sink = { ...sink, columns: (columns) => names.push(...columns.map((each) => each.name)) }
    await run(statement, listening, signal)
    return (rows as (string | null)[][]).map((row) => {
      const part = (name: string) => readString(row[names.indexOf(name)] ?? '') ?? ''
      return [part('bucket'), part('scope'), part('name')].filter((each) => each !== '').join('.')
    })
  }
  try {
    return (await ask(datasets)).sort()
  } catch (error) {
    if (!(error instanceof QueryFailed)) throw error
    return (await ask(keyspaces)).sort()
  }
}
