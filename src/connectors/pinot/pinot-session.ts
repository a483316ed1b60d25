import { randomUUID } from 'node:crypto'
import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session } from '../connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from '../connector-errors.ts'
import { textOf } from '../http-answer.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { type PinotOptions, readPinotOptions } from './pinot-options.ts'
import { cancelPinot, notPinot, type PinotLink, runPinot } from './pinot-run.ts'

/** Nothing is connected until the first request. */
export async function openPinot(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const link: PinotLink = { options: understood(stored), host, queryId: `sextant_${randomUUID()}` }
  host.reportBackend({ client_query_id: link.queryId })
  return {
    run: (text, sink, signal) => runPinot(link, text, sink, signal),
    async ping(signal) {
      await runPinot(link, 'SELECT 1', gatherAnswer(shortAnswer).sink, signal)
    },
    tables: (signal) => tablesOf(link, signal),
    async close() {},
  }
}

/** Ends the query left behind by a killed worker. */
export async function killPinotOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  { client_query_id: queryId }: BackendReference,
): Promise<void> {
  if (typeof queryId !== 'string') return
  await cancelPinot({ options: understood(stored), host, queryId }, AbortSignal.timeout(10_000))
}

function understood(stored: ConnectorOptions): PinotOptions {
  const options = readPinotOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

/** The controller has no list of all columns: so many tables are asked for at once. */
const atOnce = 8
const maxTables = 20_000
const maxSchemaLength = 4_000_000

async function tablesOf(link: PinotLink, signal: AbortSignal): Promise<SchemaTable[]> {
  const list = cutObject(await get(link, '/tables', listOfTables.length, signal)).get('tables') ?? ''
  const names = cutList(list).map((name) => readString(name) ?? '')
  if (names.length > maxTables) {
    throw new QueryFailed(
      `The cluster has ${names.length.toLocaleString('en-US')} tables, which are too many for a list.`,
    )
  }
  const tables: SchemaTable[] = []
  const left = [...names]
  const work = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (signal.aborted) throw stopReason(signal)
      const schema = await get(link, `/tables/${encodeURIComponent(name)}/schema`, maxSchemaLength, signal)
      tables.push({ name: `default.${name}`, columns: columnsIn(schema) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
}

const fieldSpecs = ['dimensionFieldSpecs', 'metricFieldSpecs', 'dateTimeFieldSpecs']

function columnsIn(schema: string): SchemaColumn[] {
  const members = cutObject(schema)
  return fieldSpecs.flatMap((spec) =>
    cutList(members.get(spec) ?? '[]').map((field) => {
      const parts = cutObject(field)
      const [name, type] = ['name', 'dataType'].map((key) => readString(parts.get(key) ?? '') ?? '')
      const isList = parts.get('singleValueField') === 'false'
      return { name: name ?? '', type: isList ? `${type}[]` : (type ?? '') }
    }),
  )
}

async function get(
  { options, host }: PinotLink,
  path: string,
  limit: number,
  signal: AbortSignal,
): Promise<string> {
  const reply = await host.fetchServer(options.controller + path, { headers: options.headers }, signal)
  if (reply.status !== 200) throw await notPinot(reply, options.controller, 'a controller')
  return await textOf(reply, limit, listOfTables.message)
}
