import { setTimeout as delay } from 'node:timers/promises'
import { breaks } from '../breaks.ts'
import type { RunProgress, Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { cutList, cutObject, itemsOf, readString } from '../json-cut.ts'
import { EnoughRows, type PulledFeed, pulledFeed, type RemoteRun, runRemotely } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { cellsOf, columnOf, fieldOf } from './bigquery-columns.ts'
import { limitOf, numberIn, placed, queryOf } from './bigquery-dry-run.ts'
import { type BigqueryLink, callBigquery, ServiceRefusal } from './bigquery-service.ts'

/** A job of the service: its id is ours, so that asking for it twice does not run it twice. */
export interface BigqueryJob {
  id: string
  /** '': the service finds it */
  location: string
}

/** How long the service waits for the end of the job before it answers that there is none yet. */
const waitMilliseconds = 5000
/** For a service that answers at once that there is none. */
const pauseMilliseconds = 200
interface RunFacts {
  maxSeconds?: number | undefined
  /** a question of Sextant: in the newer language and without limits */
  isOurs?: boolean
  /** told when the service has chosen a location, without which it does not find a job outside of the US and the EU */
  report?: (job: BigqueryJob) => void
}

/** Begins the job of a text and reads its result. */
export async function runJob(
  link: BigqueryLink,
  wanted: BigqueryJob,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  own: RunFacts = {},
): Promise<void> {
  const job: PlacedJob = { ...wanted, state: 'none' }
  await untilEnd(link, job, signal, async (run) => {
    const limit = own.isOurs === true ? {} : await limitOf(link, text, run.signal)
    const configuration = {
      query: { ...queryOf(link, text, own.isOurs === true), ...limit },
      // a backstop for a worker that hangs or dies
      ...(own.maxSeconds === undefined ? {} : { jobTimeoutMs: String(Math.ceil(own.maxSeconds * 1000)) }),
    }
    job.state = 'sent'
    const location = await insertJob(
      link,
      { jobReference: referenceOf(link, job), configuration },
      run.signal,
    ).catch((error: unknown) => {
      // an answer of the service: it refuses the job
      if (error instanceof QueryFailed) job.state = 'none'
      throw error
    })
    job.state = 'inserted'
    if (location !== null && location !== job.location) {
      job.location = location
      own.report?.(job)
    }
    await readJob(link, job, sink, run)
  })
}

/** Reads the result of a job that an earlier worker has begun. False: the service does not have it. */
export async function continueJob(
  link: BigqueryLink,
  job: BigqueryJob,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  return await untilEnd(link, { ...job, state: 'inserted' }, signal, async (run) => {
    const query = { ...locationOf(job), fields: 'id' }
    const found = await callBigquery(link, pathOf(job), { query }, run.signal).catch((error: unknown) => {
      if (error instanceof ServiceRefusal && error.status === 404) return null
      throw error
    })
    if (found === null) return false
    await readJob(link, job, sink, run)
    return true
  })
}

interface PlacedJob extends BigqueryJob {
  /** `none`: the service does not have it; `sent`: perhaps it has */
  state: 'none' | 'sent' | 'inserted'
}

async function untilEnd<T>(
  link: BigqueryLink,
  job: PlacedJob,
  signal: AbortSignal,
  work: (run: RemoteRun) => Promise<T>,
): Promise<T> {
  const end = async (ending: AbortSignal) => {
    while (job.state !== 'none') {
      const error = await cancelJob(link, job, ending).catch((error: unknown) => error)
      // a request that was on its way when the run was stopped may arrive after this one
      const mayCome = error instanceof ServiceRefusal && error.status === 404 && job.state === 'sent'
      if (!mayCome) return
      await delay(pauseMilliseconds, undefined, { signal: ending })
    }
  }
  try {
    return await runRemotely({ signal, end }, work)
  } catch (error) {
    // rows come only when the job has ended
    if (error instanceof EnoughRows) return true as T
    throw error
  }
}

export async function cancelJob(link: BigqueryLink, job: BigqueryJob, signal: AbortSignal): Promise<void> {
  const call = { method: 'POST' as const, query: locationOf(job) }
  await callBigquery(link, `${pathOf(job)}/cancel`, call, signal)
}

function pathOf({ id }: BigqueryJob): string {
  return `/jobs/${encodeURIComponent(id)}`
}

function locationOf({ location }: BigqueryJob): Record<string, string> {
  return location === '' ? {} : { location }
}

function referenceOf({ options }: BigqueryLink, job: BigqueryJob) {
  return { projectId: options.projectId, jobId: job.id, ...locationOf(job) }
}

/** Returns where the job runs. */
async function insertJob(link: BigqueryLink, body: object, signal: AbortSignal): Promise<string | null> {
  const reply = await callBigquery(link, '/jobs', { method: 'POST', body }, signal).catch(
    (error: unknown) => {
      // an earlier attempt has arrived, although its answer has not
      if (error instanceof ServiceRefusal && error.status === 409) return null
      throw placed(error)
    },
  )
  return readString(cutObject(reply?.get('jobReference') ?? '{}').get('location') ?? '')
}

async function readJob(link: BigqueryLink, job: BigqueryJob, sink: Sink, run: RemoteRun): Promise<void> {
  let columns: SinkColumn[] | null = null
  let feed: PulledFeed | null = null
  let count = 0
  let scanned = 0
  let total: number | null = null
  for (let token: string | null = ''; token !== null; ) {
    const page = await pageOf(link, job, token, run.signal)
    if (page.get('jobComplete') !== 'true') {
      sink.progress?.(await progressOf(link, job, run.signal))
      await delay(pauseMilliseconds, undefined, { signal: run.signal })
      continue
    }
    refuseErrors(page)
    if (feed === null) {
      const fields = cutObject(page.get('schema') ?? '{}').get('fields')
      columns = fields === undefined ? [] : cutList(fields).map((field) => columnOf(fieldOf(field)))
      requireColumns(columns.map(({ name }) => name))
      sink.columns(columns)
      feed = pulledFeed(sink)
      scanned = numberIn(page, 'totalBytesProcessed') ?? 0
      // of a statement that changes rows, it is their number
      total = columns.length === 0 ? null : numberIn(page, 'totalRows')
    }
    const rows = page.get('rows')
    if (rows !== undefined && columns !== null) count += await feedRows(rows, columns, feed)
    token = readString(page.get('pageToken') ?? '') || null
  }
  await feed?.finish()
  if (total !== null && total !== count) {
    throw new QueryFailed(`BigQuery sent ${count} rows of a result that has ${total}. Please retry.`)
  }
  sink.metadata({ data_scanned: scanned })
}

async function pageOf(
  link: BigqueryLink,
  job: BigqueryJob,
  pageToken: string,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const query = {
    ...locationOf(job),
    ...(pageToken === '' ? {} : { pageToken }),
    timeoutMs: String(waitMilliseconds),
    // whole numbers: seconds as floating point numbers would lose digits
    'formatOptions.useInt64Timestamp': 'true',
  }
  return await callBigquery(link, `/queries/${encodeURIComponent(job.id)}`, { query }, signal).catch(
    (error) => {
      throw placed(error)
    },
  )
}

async function feedRows(rows: string, columns: readonly SinkColumn[], feed: PulledFeed): Promise<number> {
  const rest = breaks()
  let count = 0
  for (const row of itemsOf(rows)) {
    const cells: (string | null)[] = cellsOf(row, columns.length)
    for (let at = 0; at < cells.length; at++) if (cells[at] === 'null') cells[at] = null
    feed.push(cells, row.length)
    count++
    await feed.room()
    await rest()
  }
  return count
}

/** An error that came with the status of success. */
function refuseErrors(page: ReadonlyMap<string, string>): void {
  const [first] = cutList(page.get('errors') ?? '[]')
  // the service also lists warnings of a job that has a result
  if (first === undefined || page.has('schema')) return
  throw placed(new QueryFailed(readString(cutObject(first).get('message') ?? '') ?? 'The query failed.'))
}

async function progressOf(link: BigqueryLink, job: BigqueryJob, signal: AbortSignal): Promise<RunProgress> {
  const query = { ...locationOf(job), fields: 'statistics(query(timeline,totalBytesProcessed))' }
  // an account may run queries without the right to look at jobs
  const reply = await callBigquery(link, pathOf(job), { query }, signal).catch(
    () => new Map<string, string>(),
  )
  const facts = cutObject(cutObject(reply.get('statistics') ?? '{}').get('query') ?? '{}')
  const last = cutList(facts.get('timeline') ?? '[]').at(-1)
  const bytes = numberIn(facts, 'totalBytesProcessed')
  const units = last === undefined ? null : cutObject(last)
  const [done = 0, active = 0, pending = 0] = ['completedUnits', 'activeUnits', 'pendingUnits'].map((name) =>
    units === null ? 0 : (numberIn(units, name) ?? 0),
  )
  const all = done + active + pending
  return { ...(all > 0 ? { fraction: done / all } : {}), ...(bytes === null ? {} : { bytes }) }
}
