import { setImmediate as turn } from 'node:timers/promises'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { listOfTables } from '../answer.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink, SinkColumn } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { encodeText, refuseCell } from '../encode-cell.ts'
import { bytesOf, startOf, statusOf, textOf } from '../http-answer.ts'
import { jsonNumber, jsonString } from '../json-cells.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { jsonSlicer } from '../json-slices.ts'
import { EnoughRows, pulledFeed, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { type PrometheusOptions, readPrometheusOptions } from './prometheus-options.ts'
import { readPrometheusQuery } from './prometheus-query.ts'

/** The answer is kept as a whole, because its columns are the labels of all series. */
const maxAnswer = 200_000_000
const answerTooLong = 'The answer of Prometheus is larger than 200 MB. Choose a longer step, or fewer series.'

export async function openPrometheus(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = understood(stored)
  return {
    run: (text, sink, signal) => runPrometheus(options, host, text, sink, signal),
    async ping(signal) {
      await runRemotely({ signal, end: async () => {} }, async (run) => {
        await readSeries(
          await send(options, host, '/api/v1/query', new URLSearchParams({ query: '1' }), run.signal),
        )
      })
    },
    async tables(signal): Promise<SchemaTable[]> {
      return await runRemotely({ signal, end: async () => {} }, async (run) => {
        const path = '/api/v1/label/__name__/values'
        const reply = await send(options, host, path, new URLSearchParams(), run.signal)
        const answer = cutObject(await textOf(reply, listOfTables.length, listOfTables.message))
        const names = cutList(answer.get('data') ?? '[]').flatMap((item) => readString(item) ?? [])
        return names.sort().map((name) => ({ name, columns: [] }))
      })
    },
    async close() {},
  }
}

function understood(stored: ConnectorOptions): PrometheusOptions {
  const options = readPrometheusOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

async function runPrometheus(
  options: PrometheusOptions,
  host: ConnectorHost,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const { path, parameters } = readPrometheusQuery(text)
  try {
    // the server ends a query when its request ends
    await runRemotely({ signal, end: async () => {} }, async (run) => {
      const reply = await send(options, host, path, parameters, run.signal)
      await feedSeries(await readSeries(reply), sink)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

/** A successful answer. Throws QueryFailed and ConnectionFailed. */
async function send(
  { url, headers, verify, tls }: PrometheusOptions,
  host: ConnectorHost,
  path: string,
  parameters: URLSearchParams,
  signal: AbortSignal,
): Promise<Response> {
  // texts can be longer than an address; the lists of names are only for GET
  const isQuery = parameters.size > 0
  const request = {
    method: isQuery ? ('POST' as const) : ('GET' as const),
    headers: { ...headers, ...(isQuery ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
    ...(isQuery ? { body: parameters.toString() } : {}),
    verify,
    tls,
  }
  const reply = await host.fetchServer(url + path, request, signal)
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${url} refuses the credentials: ${await statusOf(reply)}`)
  }
  if (reply.status !== 200) {
    const start = await startOf(reply)
    const told = errorOf(start)
    if (told !== null) throw new QueryFailed(told)
    throw new ConnectionFailed(
      `${url} answers, but not as Prometheus does. Is the address right? Status ${reply.status}: ${start}`,
    )
  }
  if (!/\bjson\b/.test(reply.headers.get('content-type') ?? '')) {
    throw new ConnectionFailed(
      `${url} answers, but not as Prometheus does. Is the address right? ${await startOf(reply)}`,
    )
  }
  return reply
}

/** `{"status": "error", "errorType": …, "error": …}` */
function errorOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}

/** The series of an answer, as the text of each, taken apart while it arrives. */
async function readSeries(reply: Response): Promise<string[]> {
  let kind: string | null = null
  let length = 0
  const elements: string[] = []
  const slicer = jsonSlicer({ rows: ['data', 'result'], other: ['data', 'resultType'] }, (slice) => {
    if (slice.kind === 'other') kind = readString(slice.text)
    else if (slice.kind === 'elements') elements.push(...cutList(`[${slice.text}]`))
  })
  for await (const part of bytesOf(reply)) {
    length += part.length
    if (length > maxAnswer) throw new QueryFailed(answerTooLong)
    slicer.write(part)
  }
  slicer.finish()
  // a scalar or a text is one sample without labels
  if (kind !== 'scalar' && kind !== 'string') return elements
  return [`{"metric": {}, "value": [${elements.join(',')}]}`]
}

async function feedSeries(series: readonly string[], sink: Sink): Promise<void> {
  if (series.length === 0) throw new QueryFailed('query result is empty.')
  const labels = await labelsOf(series)
  const columns: SinkColumn[] = [
    { name: 'timestamp', type: 'datetime', encode: encodeSeconds },
    { name: 'value', type: 'float', encode: jsonNumber },
    ...labels.map((name) => ({ name, type: 'string' as const, encode: jsonString })),
  ]
  requireColumns(columns.map(({ name }) => name))
  sink.columns(columns)
  const feed = pulledFeed(sink)
  for (const [index, one] of series.entries()) {
    if (index % seriesPerTurn === 0) await turn()
    const members = cutObject(one)
    const metric = cutObject(members.get('metric') ?? '{}')
    const cells = labels.map((name) => metric.get(name) ?? null)
    const value = members.get('value')
    const samples = value === undefined ? cutList(members.get('values') ?? '[]') : [value]
    for (const sample of samples) {
      const [time = '', number = ''] = cutList(sample)
      feed.push([time, number, ...cells], sample.length + one.length / samples.length)
      await feed.room()
    }
  }
  await feed.finish()
}

/** Other work of the process gets its turn after so many. */
const seriesPerTurn = 200

/** Of all series, in the order in which they come; Redash has those of the first one only. */
async function labelsOf(series: readonly string[]): Promise<string[]> {
  const names = new Set<string>()
  for (const [index, one] of series.entries()) {
    if (index % seriesPerTurn === 0) await turn()
    for (const name of cutObject(cutObject(one).get('metric') ?? '{}').keys()) names.add(name)
  }
  return [...names]
}

/** Seconds since 1970, with a fraction. */
function encodeSeconds(cell: unknown): string {
  const time = new Date(Math.round(Number(cell) * 1000))
  return Number.isNaN(time.getTime()) ? refuseCell(String(cell), 'datetime') : encodeText(time.toISOString())
}
