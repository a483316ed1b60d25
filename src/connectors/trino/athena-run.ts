import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { breaks } from '../breaks.ts'
import type { ConnectorHost, Sink, SinkColumn } from '../connector.ts'
import { QueryFailed, type TextPosition } from '../connector-errors.ts'
import { AwsRefusal, askAws } from '../credentials/aws-request.ts'
import { textOf } from '../http-answer.ts'
import { cutList, cutObject, itemsOf, readString } from '../json-cut.ts'
import { EnoughRows, type PulledFeed, pulledFeed, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { athenaColumn } from './athena-columns.ts'
import type { AthenaOptions } from './athena-options.ts'

export interface AthenaLink {
  options: AthenaOptions
  host: ConnectorHost
}

const service = { name: 'athena', target: 'AmazonAthena', version: '1.1' } as const
/** Athena returns at most 1000 rows at once. */
const pageRows = 1000
const maxPage = 130_000_000
const pageTooLong = 'Athena sent a page of more than 130 MB.'
const firstPause = 50
const maxPause = 2000

/** The members of an answer, which is short unless it is a page of rows. */
async function ask(
  { options, host }: AthenaLink,
  operation: string,
  input: object,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const reply = await askAws({ identity: options.identity, host }, service, operation, input, signal)
  return cutObject(await textOf(reply, maxPage, pageTooLong))
}

/** Begins a query, waits for it and reads its result. */
export async function runQuery(
  link: AthenaLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const { output, encryption, database, workGroup, reuseMinutes } = link.options
  const input = {
    QueryString: text,
    // what is sent again after a lost answer begins no second query
    ClientRequestToken: randomUUID(),
    QueryExecutionContext: { Database: database },
    ResultConfiguration: {
      OutputLocation: output,
      ...(encryption === null ? {} : { EncryptionConfiguration: encryption }),
    },
    WorkGroup: workGroup,
    ...(reuseMinutes === null
      ? {}
      : {
          ResultReuseConfiguration: {
            ResultReuseByAgeConfiguration: { Enabled: true, MaxAgeInMinutes: reuseMinutes },
          },
        }),
  }
  let id: string | null = null
  const begin = async (own: AbortSignal) => {
    const begun = await ask(link, 'StartQueryExecution', input, own)
    id = readString(begun.get('QueryExecutionId') ?? '')
    if (id === null) throw new QueryFailed('Athena began no query.')
    return id
  }
  // a run that is stopped before the answer came asks for the id of the query that it may have begun
  const idToEnd = async (ending: AbortSignal) => id ?? (signal.aborted ? await begin(ending) : null)
  await untilEnough(link, idToEnd, signal, async (own) => {
    const begun = await begin(own)
    link.host.reportBackend({ query_execution_id: begun })
    await follow(link, begun, sink, own)
  })
}

/** Goes on with a query that an earlier worker has begun. False: Athena does not know it any more. */
export async function followQuery(
  link: AthenaLink,
  id: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await stateOf(link, id, signal)
  } catch (error) {
    if (error instanceof AwsRefusal) return false
    throw error
  }
  await untilEnough(
    link,
    async () => id,
    signal,
    (own) => follow(link, id, sink, own),
  )
  return true
}

export async function endQuery(link: AthenaLink, id: string, signal: AbortSignal): Promise<void> {
  await ask(link, 'StopQueryExecution', { QueryExecutionId: id }, signal)
}

async function untilEnough(
  link: AthenaLink,
  idToEnd: (ending: AbortSignal) => Promise<string | null>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const end = async (ending: AbortSignal) => {
    const id = await idToEnd(ending)
    if (id !== null) await endQuery(link, id, ending)
  }
  try {
    await runRemotely({ signal, end }, (run) => work(run.signal))
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

interface QueryState {
  state: string
  /** why it has failed */
  reason: string
  /** `DDL`, `DML` or `UTILITY` */
  kind: string
  scannedBytes: number
  isReused: boolean
}

async function stateOf(link: AthenaLink, id: string, signal: AbortSignal): Promise<QueryState> {
  const answer = await ask(link, 'GetQueryExecution', { QueryExecutionId: id }, signal)
  const within = (members: Map<string, string>, name: string) => cutObject(members.get(name) ?? '{}')
  const execution = within(answer, 'QueryExecution')
  const status = within(execution, 'Status')
  const statistics = within(execution, 'Statistics')
  return {
    state: readString(status.get('State') ?? '') ?? '',
    reason: readString(status.get('StateChangeReason') ?? '') ?? '',
    kind: readString(execution.get('StatementType') ?? '') ?? '',
    scannedBytes: Number(statistics.get('DataScannedInBytes') ?? 0) || 0,
    isReused: within(statistics, 'ResultReuseInformation').get('ReusedPreviousResult') === 'true',
  }
}

async function follow(link: AthenaLink, id: string, sink: Sink, signal: AbortSignal): Promise<void> {
  const { dollarsPerTerabyte, maxScannedBytes } = link.options
  for (let pause = firstPause; ; pause = Math.min(pause * 1.5, maxPause)) {
    const { state, reason, kind, scannedBytes, isReused } = await stateOf(link, id, signal)
    sink.progress?.({ bytes: scannedBytes })
    if (maxScannedBytes !== null && scannedBytes > maxScannedBytes && !isReused) {
      const [limit, read] = [maxScannedBytes, scannedBytes].map((bytes) => Math.round(bytes / 1_000_000))
      throw new QueryFailed(`The query has read ${read} MB; the limit of the data source is ${limit} MB.`)
    }
    if (state === 'SUCCEEDED') {
      sink.metadata({
        data_scanned: scannedBytes,
        athena_query_id: id,
        query_cost: (dollarsPerTerabyte * scannedBytes) / 1e12,
      })
      if (isReused) sink.log('Athena gave the result of an earlier run again.')
      await readRows(link, id, kind, sink, signal)
      return
    }
    if (state === 'FAILED' || state === 'CANCELLED') throw failureOf(state, reason)
    await delay(pause, undefined, { signal })
  }
}

function failureOf(state: string, reason: string): QueryFailed {
  const ended = state === 'FAILED' ? 'The query failed in Athena.' : 'The query was cancelled in Athena.'
  return new QueryFailed(reason || ended, { position: placeIn(reason) })
}

/** `COLUMN_NOT_FOUND: line 1:8: Column 'x' cannot be resolved`: the API tells the place in no other way. */
function placeIn(reason: string): TextPosition | null {
  const [, line, column] = /^(?:FAILED: )?[\w ]*:? ?line (\d{1,6}):(\d{1,9}):? /.exec(reason) ?? []
  return line === undefined ? null : { line: Number(line), column: Number(column) }
}

/** Page by page, while the sink works on the page before. */
async function readRows(
  link: AthenaLink,
  id: string,
  kind: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const pageAfter = (token: string | null) => {
    const page = ask(
      link,
      'GetQueryResults',
      { QueryExecutionId: id, MaxResults: pageRows, ...(token === null ? {} : { NextToken: token }) },
      signal,
    )
    // it may fail while nobody waits for it
    page.catch(() => {})
    return page
  }
  let feed: PulledFeed | null = null
  let columns: SinkColumn[] = []
  for (let page: Map<string, string> | null = await pageAfter(null); page !== null; ) {
    const token = readString(page.get('NextToken') ?? '')
    const next: Promise<Map<string, string>> | null = token === null ? null : pageAfter(token)
    const result = cutObject(page.get('ResultSet') ?? '{}')
    const isFirst = feed === null
    if (feed === null) {
      columns = columnsIn(result.get('ResultSetMetadata') ?? '{}')
      requireColumns(columns.map(({ name }) => name))
      sink.columns(columns)
      feed = pulledFeed(sink)
    }
    // statements of Hive have no line of names
    const names = isFirst && kind !== 'DDL' ? columns.map(({ name }) => name) : null
    await feedRows(result.get('Rows') ?? '[]', columns, names, feed)
    page = next === null ? null : await next
  }
  await feed?.finish()
}

function columnsIn(metadata: string): SinkColumn[] {
  return cutList(cutObject(metadata).get('ColumnInfo') ?? '[]').map((item) => {
    const info = cutObject(item)
    const [name, type] = [readString(info.get('Name') ?? ''), readString(info.get('Type') ?? '')]
    return athenaColumn(name ?? '', type ?? '')
  })
}

/** `names`: the first row repeats the names of the columns. */
async function feedRows(
  rows: string,
  columns: readonly SinkColumn[],
  names: readonly string[] | null,
  feed: PulledFeed,
): Promise<void> {
  const rest = breaks()
  let isFirst = true
  for (const row of itemsOf(rows)) {
    const cells = cutList(cutObject(row).get('Data') ?? '[]', columns.length).map(cellIn)
    if (cells.length !== columns.length) {
      throw new QueryFailed(`Athena sent a row of ${cells.length} cells for ${columns.length} columns.`)
    }
    const isNames =
      isFirst && names !== null && cells.every((cell, at) => cell !== null && readString(cell) === names[at])
    isFirst = false
    if (isNames) continue
    feed.push(cells, row.length)
    await feed.room()
    await rest()
  }
}

/** `{"VarCharValue": "x"}`; without it the cell is null, which an empty text is not. */
function cellIn(item: string): string | null {
  const value = cutObject(item).get('VarCharValue')
  return value === undefined || value === 'null' ? null : value
}
