import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { breaks } from '../breaks.ts'
import type { Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { bytesOf, textOf } from '../http-answer.ts'
import { cutList, cutObject, itemsOf, readString } from '../json-cut.ts'
import { jsonSlicer } from '../json-slices.ts'
import { type PulledFeed, pulledFeed, type RemoteRun, runRemoteJob, untilAborted } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { snowflakeColumn } from './snowflake-columns.ts'
import { callSnowflake, type SnowflakeLink, SnowflakeRefusal } from './snowflake-service.ts'

/** What a worker has to know to go on with the work of another. */
export interface SnowflakeJob {
  /** of the whole text */
  handle: string
  /** which of its statements has the result that counts, and how many there are */
  wanted: number
  count: number
}

/** The first part of a result is read as a whole; the others as they come. */
const maxFirst = 130_000_000
const firstTooLong = 'Snowflake sent the beginning of a result with more than 130 MB.'
/** The service answers to the beginning of a statement at once, also when it is busy. */
const beginMilliseconds = 60_000
const firstPause = 50
const maxPause = 1000

const returning = new Set([
  ...[
    'SELECT',
    'WITH',
    'SHOW',
    'DESCRIBE',
    'DESC',
    'EXPLAIN',
    'TABLE',
    'VALUES',
    'CALL',
    'EXECUTE',
    'LIST',
    'LS',
    '(',
  ],
])

export function jobOf(handle: string, statements: readonly ReadStatement[]): SnowflakeJob {
  const last = statements.findLastIndex(({ first }) => returning.has(first))
  const count = Math.max(statements.length, 1)
  return { handle, wanted: last === -1 ? count - 1 : last, count }
}

/** Begins a text in the service, which works on without a connection. Reads the result of the statement that counts. */
export async function runSnowflake(
  link: SnowflakeLink,
  text: string,
  statements: readonly ReadStatement[],
  sink: Sink,
  signal: AbortSignal,
  own: { maxSeconds?: number | undefined; report?: (job: SnowflakeJob) => void } = {},
): Promise<void> {
  await runRemoteJob(signal, canceller(link), async (run, started) => {
    // goes on when the run is stopped: only with its handle can the statement be cancelled
    const begun = begin(
      link,
      text,
      statements.length,
      own.maxSeconds,
      AbortSignal.timeout(beginMilliseconds),
    ).then((handle) => jobOf(handle, statements))
    started(begun)
    const job = await untilAborted(begun, run.signal)
    own.report?.(job)
    await readJob(link, job, statements.length === 1, sink, run)
  })
}

/** Reads the result of a text that an earlier worker has begun. False: the service does not have it. */
export async function continueSnowflake(
  link: SnowflakeLink,
  job: SnowflakeJob,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  return await runRemoteJob(signal, canceller(link), async (run, started) => {
    const reply = await callSnowflake(link, pathOf(job.handle), { method: 'GET' }, run.signal).catch(
      (error) => {
        if (isUnknown(error)) return null
        throw placed(error, job.count === 1)
      },
    )
    if (reply === null) return false
    await reply.body?.cancel()
    started(Promise.resolve(job))
    await readJob(link, job, job.count === 1, sink, run)
    return true
  })
}

function isUnknown(error: unknown): boolean {
  return error instanceof SnowflakeRefusal && (error.status === 404 || error.code === '000709')
}

const canceller = (link: SnowflakeLink) => (job: SnowflakeJob, signal: AbortSignal) =>
  cancelSnowflake(link, job, signal)

export async function cancelSnowflake(
  link: SnowflakeLink,
  { handle }: SnowflakeJob,
  signal: AbortSignal,
): Promise<void> {
  const path = `${pathOf(handle)}/cancel`
  await (await callSnowflake(link, path, { method: 'POST' }, signal)).body?.cancel()
}

function pathOf(handle: string): string {
  return `/api/v2/statements/${encodeURIComponent(handle)}`
}

async function begin(
  link: SnowflakeLink,
  text: string,
  count: number,
  maxSeconds: number | undefined,
  signal: AbortSignal,
): Promise<string> {
  const { database, schema, warehouse } = link.options
  const body = {
    statement: text,
    // a backstop for a worker that hangs or dies
    ...(maxSeconds === undefined ? {} : { timeout: Math.ceil(maxSeconds) }),
    ...{ database, warehouse, ...(schema === '' ? {} : { schema }) },
    parameters: {
      // 0: as many as there are; 1 keeps a text that we take for one statement from being several
      MULTI_STATEMENT_COUNT: count === 1 ? '1' : '0',
      // the account or the user may have others, with which results would be shorter or printed differently
      ...{ ROWS_PER_RESULTSET: '0', BINARY_OUTPUT_FORMAT: 'HEX', CLIENT_RESULT_CHUNK_SIZE: '48' },
      QUERY_TAG: 'sextant',
    },
  }
  const path = `/api/v2/statements?requestId=${randomUUID()}&async=true`
  const reply = await callSnowflake(link, path, { method: 'POST', body }, signal).catch((error) => {
    throw placed(error, count === 1)
  })
  const members = cutObject(await textOf(reply, maxFirst, firstTooLong))
  return handleIn(members)
}

function handleIn(members: ReadonlyMap<string, string>): string {
  const handle = readString(members.get('statementHandle') ?? '')
  if (handle === null || !/^[\w-]{1,100}$/.test(handle))
    throw new QueryFailed('Snowflake sent no handle of the statement.')
  return handle
}

async function readJob(
  link: SnowflakeLink,
  job: SnowflakeJob,
  isSingle: boolean,
  sink: Sink,
  run: RemoteRun,
): Promise<void> {
  const whole = await resultOf(link, job.handle, isSingle, run)
  const handles = cutList(whole.get('statementHandles') ?? '[]').map((one) => readString(one) ?? '')
  if (handles.length === 0) return await readResult(link, job.handle, whole, sink, run)
  // where the service counts statements in another way than we do, the last one counts
  const chosen = (handles.length === job.count ? handles[job.wanted] : handles.at(-1)) ?? ''
  await readResult(link, chosen, await resultOf(link, chosen, false, run), sink, run)
}

/** Waits for the end. Returns the members of the answer, which has the first part of the rows. */
async function resultOf(
  link: SnowflakeLink,
  handle: string,
  isSingle: boolean,
  { signal }: RemoteRun,
): Promise<Map<string, string>> {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, maxPause)) {
    const reply = await callSnowflake(link, pathOf(handle), { method: 'GET' }, signal).catch((error) => {
      throw placed(error, isSingle)
    })
    if (reply.status === 200) return cutObject(await textOf(reply, maxFirst, firstTooLong))
    await reply.body?.cancel()
    await delay(pause, undefined, { signal })
  }
}

async function readResult(
  link: SnowflakeLink,
  handle: string,
  first: ReadonlyMap<string, string>,
  sink: Sink,
  run: RemoteRun,
): Promise<void> {
  const meta = cutObject(first.get('resultSetMetaData') ?? '{}')
  const columns = cutList(meta.get('rowType') ?? '[]').map((item) =>
    snowflakeColumn(item, link.options.lowersNames),
  )
  requireColumns(columns.map(({ name }) => name))
  sink.columns(columns)
  const feed = pulledFeed(sink)
  let count = await feedRows([first.get('data') ?? '[]'], columns, feed)
  const parts = cutList(meta.get('partitionInfo') ?? '[]')
  for (let part = 1; part < parts.length; part++) {
    const path = `${pathOf(handle)}?partition=${part}`
    const reply = await callSnowflake(link, path, { method: 'GET' }, run.signal)
    count += await feedPart(reply, columns, feed)
  }
  await feed.finish()
  const total = Number(meta.get('numRows') ?? 'none')
  if (total !== count && columns.length > 0)
    throw new QueryFailed(`Snowflake sent ${count} rows of a result that has ${total}. Please retry.`)
}

/** `{"data": [[…], …]}` as it arrives. */
async function feedPart(reply: Response, columns: readonly SinkColumn[], feed: PulledFeed): Promise<number> {
  const slices: string[] = []
  const slicer = jsonSlicer({ rows: ['data'], other: null }, ({ kind, text }) => {
    if (kind !== 'elements') throw new QueryFailed('Snowflake sent rows that are no list.')
    slices.push(`[${text}]`)
  })
  let count = 0
  for await (const part of bytesOf(reply)) {
    slicer.write(part)
    count += await feedRows(slices.splice(0), columns, feed)
  }
  slicer.finish()
  return count + (await feedRows(slices, columns, feed))
}

async function feedRows(
  lists: readonly string[],
  columns: readonly SinkColumn[],
  feed: PulledFeed,
): Promise<number> {
  const rest = breaks()
  let count = 0
  for (const list of lists) {
    for (const row of itemsOf(list)) {
      const cells: (string | null)[] = cutList(row, columns.length)
      if (cells.length !== columns.length)
        throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${columns.length} columns.`)
      for (let at = 0; at < cells.length; at++) if (cells[at] === 'null') cells[at] = null
      feed.push(cells, row.length)
      count++
      await feed.room()
      await rest()
    }
  }
  return count
}

/** `error line 1 at position 7`, of which the position counts from 0; of several statements the lines are those of one. */
function placed(error: unknown, isSingle: boolean): unknown {
  if (!(error instanceof SnowflakeRefusal) || isUnknown(error)) return error
  const [, line, column] = /error line (\d+) at position (-?\d+)/.exec(error.message) ?? []
  const isKnown = isSingle && line !== undefined && Number(column) >= 0
  const position = isKnown ? { line: Number(line), column: Number(column) + 1 } : null
  return new QueryFailed(error.message, { position, cause: error })
}
