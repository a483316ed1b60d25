import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerRequest } from '#connectors/connector.ts'
import { createServerFetch } from '#server/kernel/index.ts'
import {
  allow,
  fileOf,
  giveToken,
  type Inserted,
  project,
  Refusal,
  readInsert,
  TokenRefusal,
} from './bigquery-requests.ts'

/**
 * A protocol double of BigQuery's REST API and of Google's token service, written from their public references. It
 * refuses what the services refuse: unknown parameters and members, jobs looked for in another location, ids that were
 * used, tokens it has not given. What a text answers, the test says.
 */
export interface BigqueryServer {
  /** what the worker lends, with Google's addresses led here */
  fetchServer: ReturnType<typeof createServerFetch>
  /** the file of a key that the token service knows, in base64 as a form uploads it */
  keyFile: string
  /** the same account with a key that it does not know */
  strangeKeyFile: string
  project: string
  /** jobs that work now */
  running(): number
  /** bodies of `jobs.insert`, in order */
  inserted: Inserted[]
  /** paths of all requests, with their host */
  requests: string[]
  /** makes all tokens worthless */
  revoke(): void
  /** the next so many requests of the API are answered with status 503 */
  stumble(times: number): void
  stop(): Promise<void>
}

/** What a text answers: `rows` as the values of cells, which are texts, null, lists or records. */
export interface Told {
  fields?: readonly object[]
  rows?: Iterable<readonly unknown[]>
  /** of the job, when it runs */
  error?: string
  /** of the text, before it runs */
  refused?: string
  /** the page with this number, from 0, is an error instead */
  lateError?: { page: number; message: string }
  /** works until it is cancelled */
  isEndless?: boolean
  bytes?: number
  /** how sure the service is of them */
  accuracy?: 'PRECISE' | 'UPPER_BOUND' | 'LOWER_BOUND'
  /** tables that the text reads, as `dataset.table` */
  tables?: readonly string[]
  isScript?: boolean
}

interface Job {
  location: string
  told: Told
  isCancelled: boolean
  pages: Generator<unknown[][]>
  /** what was sent, by the token of the page */
  sent: Map<string, { rows: unknown[][]; next: string | null }>
  total: number
}

const pageRows = 20_000

export async function startBigquery(
  answers: (text: string) => Told,
  datasets: readonly { id: string; location: string }[] = [],
): Promise<BigqueryServer> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const strange = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const tokens = new Set<string>()
  const jobs = new Map<string, Job>()
  const inserted: Inserted[] = []
  const requests: string[] = []
  let stumbles = 0
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    requests.push(`${request.method} ${url.pathname}`)
    const body = await bodyOf(request)
    try {
      if (url.pathname === '/oauth2.googleapis.com/token') {
        const token = await giveToken(request, body, keys.publicKey)
        tokens.add(token)
        answer(response, 200, { access_token: token, expires_in: 3599, token_type: 'Bearer' })
        return
      }
      if (stumbles > 0) {
        stumbles--
        throw new Refusal(
          503,
          'backendError',
          'Error encountered during execution. Retrying may solve the problem.',
        )
      }
      const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
      if (given === undefined || !tokens.has(given)) {
        throw new Refusal(401, 'authError', 'Request had invalid authentication credentials.')
      }
      const reply = await route(request, url, body)
      answer(response, 200, reply)
    } catch (error) {
      if (error instanceof TokenRefusal)
        answer(response, 400, { error: 'invalid_grant', error_description: error.message })
      else if (error instanceof Refusal) answer(response, error.status, error.body())
      else answer(response, 500, { error: { code: 500, message: String(error), errors: [] } })
    }
  })

  async function route(request: IncomingMessage, url: URL, body: string): Promise<unknown> {
    const base = `/bigquery.googleapis.com/bigquery/v2/projects/${project}`
    const path = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : null
    if (path === null) throw new Refusal(404, 'notFound', 'Not found: Project')
    const [, id = '', verb] = /^\/(?:jobs|queries)\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    if (path === '/jobs' && request.method === 'POST') {
      allow(url, [])
      if (!request.headers['content-type']?.startsWith('application/json'))
        throw new Refusal(400, 'parseError', 'The body must be application/json')
      return insert(readInsert(body))
    }
    if (path === '/datasets' && request.method === 'GET') {
      allow(url, ['maxResults', 'pageToken'])
      return listDatasets(url)
    }
    const job = jobs.get(id)
    const location = url.searchParams.get('location') ?? 'US'
    if (job === undefined || job.location.toLowerCase() !== location.toLowerCase())
      throw new Refusal(404, 'notFound', `Not found: Job ${project}:${location}.${id}`)
    if (path.startsWith('/queries/') && request.method === 'GET') {
      allow(url, ['location', 'pageToken', 'timeoutMs', 'formatOptions.useInt64Timestamp'])
      return await results(id, job, url)
    }
    if (verb === 'cancel' && request.method === 'POST') {
      allow(url, ['location'])
      job.isCancelled = true
      return { kind: 'bigquery#jobCancelResponse', job: {} }
    }
    if (verb === undefined && path.startsWith('/jobs/') && request.method === 'GET') {
      allow(url, ['location', 'fields'])
      const timeline = [{ elapsedMs: '10', completedUnits: '1', activeUnits: '1', pendingUnits: '2' }]
      return { id, statistics: { query: { timeline, totalBytesProcessed: '4096' } } }
    }
    throw new Refusal(404, 'notFound', 'Not found')
  }

  function insert(given: Inserted): unknown {
    inserted.push(given)
    const { jobReference, configuration } = given
    const told = answers(configuration.query.query)
    if (told.refused !== undefined) throw new Refusal(400, 'invalidQuery', told.refused)
    if (configuration.dryRun === true) {
      const query = {
        totalBytesProcessed: String(told.bytes ?? 0),
        statementType: told.isScript ? 'SCRIPT' : 'SELECT',
        totalBytesProcessedAccuracy: told.accuracy ?? 'PRECISE',
        referencedTables: (told.tables ?? []).map((name) => {
          const [datasetId, tableId] = name.split('.')
          return { projectId: project, datasetId, tableId }
        }),
      }
      return {
        jobReference,
        status: { state: 'DONE' },
        statistics: { totalBytesProcessed: query.totalBytesProcessed, query },
      }
    }
    const id = jobReference.jobId ?? randomUUID()
    if (jobs.has(id)) throw new Refusal(409, 'duplicate', `Already Exists: Job ${project}:US.${id}`)
    // where the data is, unless the request says it
    const location = jobReference.location ?? 'europe-west3'
    jobs.set(id, {
      location,
      told,
      isCancelled: false,
      pages: pagesOf(told),
      sent: new Map(),
      total: countOf(told),
    })
    return { jobReference: { projectId: project, jobId: id, location }, status: { state: 'RUNNING' } }
  }

  async function results(id: string, job: Job, url: URL): Promise<unknown> {
    const { told } = job
    const deadline = Date.now() + Math.min(Number(url.searchParams.get('timeoutMs') ?? 10_000), 300)
    while (told.isEndless === true && !job.isCancelled && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10))
    const jobReference = { projectId: project, jobId: id, location: job.location }
    if (job.isCancelled && told.isEndless === true)
      throw new Refusal(400, 'stopped', 'Job execution was cancelled: User requested cancellation')
    if (told.isEndless === true) return { jobReference, jobComplete: false }
    if (told.error !== undefined) throw new Refusal(400, 'invalidQuery', told.error)
    const token = url.searchParams.get('pageToken') ?? ''
    if (token !== '' && !job.sent.has(token)) throw new Refusal(400, 'invalid', 'Invalid page token')
    if (!job.sent.has(token) || job.sent.get(token)?.rows.length === 0) {
      const number = job.sent.size === 0 ? 0 : job.sent.size - 1
      if (told.lateError?.page === number) throw new Refusal(400, 'invalidQuery', told.lateError.message)
      const rows = job.pages.next().value ?? []
      const next = rows.length === pageRows ? `page-${job.sent.size}-${randomUUID()}` : null
      job.sent.set(token, { rows, next })
      if (next !== null) job.sent.set(next, { rows: [], next: null })
    }
    const page = job.sent.get(token)
    const isExact = url.searchParams.get('formatOptions.useInt64Timestamp') === 'true'
    return {
      ...{
        kind: 'bigquery#getQueryResultsResponse',
        jobReference,
        totalBytesProcessed: String(told.bytes ?? 0),
      },
      ...(told.fields === undefined ? { schema: {} } : { schema: { fields: told.fields } }),
      ...{ totalRows: String(job.total), ...(page?.next ? { pageToken: page.next } : {}) },
      ...(page === undefined || page.rows.length === 0
        ? {}
        : { rows: page.rows.map((row) => rowOf(row, told.fields ?? [], isExact)) }),
      ...{ jobComplete: true, cacheHit: false },
    }
  }

  function listDatasets(url: URL): unknown {
    const size = Number(url.searchParams.get('maxResults') ?? 50)
    const from = Number(url.searchParams.get('pageToken') ?? 0)
    const some = datasets.slice(from, from + Math.min(size, 2))
    const next = from + some.length
    return {
      kind: 'bigquery#datasetList',
      ...(next < datasets.length ? { nextPageToken: String(next) } : {}),
      ...(some.length === 0
        ? {}
        : {
            datasets: some.map(({ id, location }) => ({
              ...{
                id: `${project}:${id}`,
                location,
                datasetReference: { projectId: project, datasetId: id },
              },
            })),
          }),
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const toDouble = createServerFetch({ version: 'test' })
  return {
    fetchServer: (url: string, init: ServerRequest, signal: AbortSignal) => {
      const { protocol, host, pathname, search } = new URL(url)
      if (protocol !== 'https:') throw new Error(`A secret would be sent to ${url}`)
      return toDouble(`${origin}/${host}${pathname}${search}`, init, signal)
    },
    keyFile: fileOf(keys.privateKey),
    strangeKeyFile: fileOf(strange.privateKey),
    project,
    running: () =>
      [...jobs.values()].filter(({ told, isCancelled }) => told.isEndless === true && !isCancelled).length,
    inserted,
    requests,
    revoke: () => tokens.clear(),
    stumble(times) {
      stumbles = times
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function* pagesOf({ rows = [] }: Told): Generator<unknown[][]> {
  let page: unknown[][] = []
  for (const row of rows) {
    page.push([...row])
    if (page.length < pageRows) continue
    yield page
    page = []
  }
  yield page
}

function countOf({ rows = [] }: Told): number {
  let count = 0
  for (const _ of rows) count++
  return count
}

interface FieldOfDouble {
  type?: string
}

/** Cells are texts; instants are seconds in floating point unless asked for as whole microseconds. */
function rowOf(row: readonly unknown[], fields: readonly FieldOfDouble[], isExact: boolean) {
  return {
    f: row.map((v, at) => {
      if (fields[at]?.type !== 'TIMESTAMP' || isExact || typeof v !== 'string') return { v }
      return { v: `${Number(v) / 1e6}` }
    }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body))
}
