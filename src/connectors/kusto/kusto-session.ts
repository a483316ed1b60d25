import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import { actingEmail } from '../acting-email.ts'
import { gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { textOf } from '../http-answer.ts'
import { cutList, cutObject, itemsOf, membersOf, readString } from '../json-cut.ts'
import { EnoughRows, pulledFeed, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { kustoColumn } from './kusto-columns.ts'
import { readFrames } from './kusto-frames.ts'
import type { KustoOptions } from './kusto-options.ts'
import { callKusto, type KustoLink } from './kusto-service.ts'

/** Nothing is connected until the first request: the service has no sessions. */
export async function openKusto(read: KustoOptions | Phrase, host: ConnectorHost): Promise<Session> {
  const options = understood(read)
  const link: KustoLink = { options, host, user: await actingEmail(host) }
  let next: string | null = newId()
  host.reportBackend({ request_id: next })
  return {
    async run(text, sink, signal) {
      requireSendable(text, [], { takesNul: true })
      if (text.trim() === '') throw new QueryFailed('Query is empty')
      const id = next ?? newId()
      if (next === null) host.reportBackend({ request_id: id })
      next = null
      await runKusto(link, text, id, sink, signal)
    },
    async ping(signal) {
      const { sink } = gatherAnswer(shortAnswer)
      await runKusto(link, 'let noop = datatable (Noop:string)[1]; noop', newId(), sink, signal)
    },
    tables: (signal) => tablesOf(link, signal),
    async close() {},
  }
}

function newId(): string {
  return `sextant;${randomUUID()}`
}

async function runKusto(
  link: KustoLink,
  text: string,
  id: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  try {
    await runRemotely({ signal, end: (ending) => cancelQuery(link, id, ending) }, async (run) => {
      if (isCommand(text)) {
        const reply = await callKusto(link, { path: 'v1/rest/mgmt', text, id }, run.signal)
        return await readTables(await textOf(reply, maxCommand, commandTooLong), sink)
      }
      const reply = await callKusto(
        link,
        { path: 'v2/rest/query', text, id, options: optionsOf(link) },
        run.signal,
      )
      await readFrames(reply, text, sink)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

/** `.show tables`; comments and white space may stand before it. */
function isCommand(text: string): boolean {
  return /^(?:\s|\/\/[^\n]*(?:\n|$))*\./.test(text)
}

const maxCommand = 130_000_000
const commandTooLong = 'The answer to the command is larger than 130 MB.'
/** The service allows no more. */
const maxServerSeconds = 3600

function optionsOf({ host }: KustoLink): Record<string, unknown> {
  const { maxSeconds } = host
  return {
    // the sink has limits of its own; without this, half a million rows are an error
    notruncation: true,
    results_progressive_enabled: false,
    results_v2_newlines_between_frames: true,
    results_v2_fragment_primary_tables: true,
    // a backstop for a worker that hangs or dies
    ...(maxSeconds === undefined
      ? {}
      : { servertimeout: timeOf(Math.min(Math.ceil(maxSeconds), maxServerSeconds)) }),
  }
}

/** `01:00:00` */
function timeOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

async function cancelQuery(link: KustoLink, id: string, signal: AbortSignal): Promise<void> {
  const text = `.cancel query "${id}"`
  await (await callKusto(link, { path: 'v1/rest/mgmt', text, id: newId() }, signal)).body?.cancel()
}

/** Ends the query left behind by a killed worker. */
export async function killKustoOrphan(
  read: KustoOptions | Phrase,
  host: ConnectorHost,
  { request_id: id }: BackendReference,
): Promise<void> {
  if (typeof id !== 'string' || !/^sextant;[\da-f-]+$/.test(id)) return
  const link = { options: understood(read), host, user: null }
  await cancelQuery(link, id, AbortSignal.timeout(10_000)).catch((error: unknown) => {
    // it has ended
    if (!(error instanceof QueryFailed)) throw error
  })
}

function understood(options: KustoOptions | Phrase): KustoOptions {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

/** An answer of version 1: `{"Tables": [{"Columns": […], "Rows": [[…]]}]}`. The first table counts. */
async function readTables(text: string, sink: Sink): Promise<void> {
  const [first = '{}'] = cutList(cutObject(text).get('Tables') ?? '[]')
  const table = cutObject(first)
  const columns = cutList(table.get('Columns') ?? '[]').map(kustoColumn)
  requireColumns(columns.map(({ name }) => name))
  sink.columns(columns)
  const feed = pulledFeed(sink)
  for (const row of itemsOf(table.get('Rows') ?? '[]')) {
    const cells: (string | null)[] = cutList(row, columns.length)
    for (let at = 0; at < columns.length; at++) if (cells[at] === 'null') cells[at] = null
    feed.push(cells, row.length)
    await feed.room()
  }
  await feed.finish()
}

/** Tables and materialized views of the database, in one answer. */
async function tablesOf(link: KustoLink, signal: AbortSignal): Promise<SchemaTable[]> {
  const { sink, rows } = gatherAnswer(listOfTables)
  await runKusto(link, '.show database schema as json', newId(), sink, signal)
  const json = readString(String(rows[0]?.[0] ?? '')) ?? '{}'
  const tables: SchemaTable[] = []
  for (const [, database] of membersOf(cutObject(json).get('Databases') ?? '{}')) {
    const members = cutObject(database)
    for (const kind of ['Tables', 'MaterializedViews']) {
      const found = members.get(kind)
      if (found === undefined || found === 'null') continue
      for (const [name, table] of membersOf(found)) tables.push(tableOf(name, cutObject(table)))
    }
  }
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
}

function tableOf(name: string, table: ReadonlyMap<string, string>): SchemaTable {
  const description = readString(table.get('DocString') ?? '') ?? ''
  const columns = cutList(table.get('OrderedColumns') ?? '[]').map((item) => {
    const column = cutObject(item)
    const note = readString(column.get('DocString') ?? '') ?? ''
    return {
      name: readString(column.get('Name') ?? '') ?? '',
      type: readString(column.get('CslType') ?? column.get('Type') ?? '') ?? '',
      ...(note === '' ? {} : { description: note }),
    }
  })
  return { name, columns, ...(description === '' ? {} : { description }) }
}
