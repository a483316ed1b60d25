import { randomUUID } from 'node:crypto'
import type { ServerRequest } from '#connectors/connector.ts'
import { createServerFetch } from '#server/kernel/index.ts'
import { catalogDatabase, execute, rowsOfChunk, type Statement } from './databricks-engine.ts'
import { type Asked, accountOf, type HttpDouble, Refused, startDouble } from './lazy-rows.ts'

/**
 * A protocol double of a workspace of Databricks, written from its public reference, over SQLite: the API that runs
 * statements, the tokens of service principals, and the storage with results, which refuses requests that carry a token.
 * Texts with `/* hangs *\/` run until they are cancelled; of those with `/* late *\/`, a later part of the result is an error.
 */
export interface DatabricksServer extends HttpDouble {
  /** what the worker lends, with the addresses of the workspace and of the storage led here */
  host: { fetchServer: ReturnType<typeof createServerFetch>; fetch: ReturnType<typeof createServerFetch> }
  running(): number
  /** bodies that began statements */
  begun: BeginBody[]
  /** of requests, without those that ask whether a statement has ended */
  requests: string[]
  /** the service is busy so often */
  stumble(times: number): void
  /** service principals have to get another token */
  revoke(): void
}

export interface BeginBody {
  statement: string
  warehouse_id: string
  catalog?: string
  schema?: string
  disposition?: string
}

export const databricksOptions = {
  host: 'dbc-1.cloud.databricks.com',
  http_path: '/sql/1.0/warehouses/wh-1',
  http_password: 'dapi-secret-of-databricks',
}
export const databricksClient = { client_id: 'principal-1', client_secret: 'secret-of-the-principal' }

const origin = `https://${databricksOptions.host}`
const storage = 'https://storage.example'
const keys = ['statement', 'warehouse_id', 'catalog', 'schema', 'wait_timeout', 'disposition', 'format']

export async function startDatabricks(): Promise<DatabricksServer> {
  const database = catalogDatabase()
  const statements = new Map<string, Statement>()
  const begun: BeginBody[] = []
  const requests: string[] = []
  /** signatures of addresses in the storage */
  const signed = new Map<string, { id: string; chunk: number; isOver: boolean }>()
  const seen = new Set<string>()
  let [stumbles, generation] = [0, 1]

  const refuse = (status: number, code: string, message: string) =>
    new Refused(status, { error_code: code, message })
  const checkToken = ({ request }: Asked) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (token === databricksOptions.http_password || token === `of-principal-${generation}`) return
    if (token?.startsWith('of-principal-')) throw refuse(401, 'UNAUTHENTICATED', 'Token is expired')
    throw refuse(403, 'PERMISSION_DENIED', 'Invalid access token.')
  }

  const giveToken = ({ request, body }: Asked): string => {
    const { client_id: id, client_secret: secret } = databricksClient
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
      throw new Refused(400, { error: 'invalid_request' })
    if (accountOf(request) !== `${id}:${secret}`)
      throw new Refused(401, { error: 'invalid_client', error_description: 'Client authentication failed' })
    const form = Object.fromEntries(new URLSearchParams(body))
    if (form['grant_type'] !== 'client_credentials' || form['scope'] !== 'all-apis')
      throw new Refused(400, { error: 'invalid_scope' })
    return JSON.stringify({
      ...{ access_token: `of-principal-${generation}`, token_type: 'Bearer', expires_in: 3600 },
    })
  }

  const begin = (body: string): string => {
    const given = JSON.parse(body) as BeginBody & Record<string, unknown>
    const other = Object.keys(given).find((key) => !keys.includes(key))
    const isWrong =
      given['wait_timeout'] !== '0s' ||
      given['format'] !== 'JSON_ARRAY' ||
      !['INLINE', 'EXTERNAL_LINKS'].includes(given.disposition ?? '') ||
      typeof given.statement !== 'string'
    if (other !== undefined || isWrong)
      throw refuse(400, 'INVALID_PARAMETER_VALUE', `the request is malformed ${other ?? ''}`)
    if (given.warehouse_id !== 'wh-1')
      throw refuse(404, 'NOT_FOUND', `SQL warehouse ${given.warehouse_id} does not exist.`)
    begun.push(given)
    const id = `01ef-${randomUUID().slice(5)}`
    statements.set(id, execute(database, given.statement, given.disposition === 'INLINE'))
    return JSON.stringify({ statement_id: id, status: { state: 'PENDING' } })
  }

  const chunkOf = (id: string, statement: Statement, number: number) => {
    const { chunks, isInline, isLate } = statement
    const rows = chunks[number]
    if (rows === undefined || statement.state !== 'SUCCEEDED')
      throw refuse(404, 'NOT_FOUND', `There is no chunk ${number}.`)
    if (isLate && number === 4) throw refuse(500, 'INTERNAL_ERROR', 'The result could not be read.')
    const place = {
      ...{ chunk_index: number, row_offset: number * rowsOfChunk, row_count: rows.length },
      ...(number + 1 < chunks.length
        ? {
            next_chunk_index: number + 1,
            next_chunk_internal_link: `/api/2.0/sql/statements/${id}/result/chunks/${number + 1}?row_offset=0`,
          }
        : {}),
    }
    if (isInline) return { ...place, data_array: rows }
    const signature = randomUUID()
    // the address of the second part is over when it is first used
    const isOver = number === 1 && !seen.has(id)
    if (isOver) seen.add(id)
    signed.set(signature, { id, chunk: number, isOver })
    const link = {
      ...{ ...place, external_link: `${storage}/results/${id}?signature=${signature}` },
      ...{ expiration: new Date().toISOString(), http_headers: { 'x-storage-key': 'key-of-the-storage' } },
    }
    return { external_links: [link] }
  }

  const statusOf = (id: string, statement: Statement): string => {
    const { state, error, columns, chunks, hangs } = statement
    const status = { state, ...(error === null ? {} : { error }) }
    if (state === 'PENDING') {
      if (!hangs) statement.state = error === null ? 'SUCCEEDED' : 'FAILED'
      return JSON.stringify({ statement_id: id, status: { state: hangs ? 'RUNNING' : 'PENDING' } })
    }
    if (state !== 'SUCCEEDED') return JSON.stringify({ statement_id: id, status })
    const rows = chunks.reduce((sum, one) => sum + one.length, 0)
    const manifest = {
      ...{ format: 'JSON_ARRAY', schema: { column_count: columns.length, columns } },
      ...{ total_chunk_count: chunks.length, total_row_count: rows, total_byte_count: 1, truncated: false },
    }
    const result = chunks.length === 0 ? {} : chunkOf(id, statement, 0)
    return JSON.stringify({ statement_id: id, status, manifest, result })
  }

  const fromStorage = ({ request, url }: Asked): string => {
    const { authorization, 'x-storage-key': key } = request.headers
    const found = signed.get(url.searchParams.get('signature') ?? '')
    if (authorization !== undefined || key !== 'key-of-the-storage') throw new Refused(400, 'no such header')
    if (found === undefined || found.isOver) throw new Refused(403, 'the address has expired')
    return JSON.stringify(statements.get(found.id)?.chunks[found.chunk])
  }

  const double = await startDouble((asked) => {
    const { request, url, body } = asked
    if (url.pathname.startsWith('/results/')) return fromStorage(asked)
    const isQuestion = /^\/api\/2\.0\/sql\/statements\/[\w-]+$/.test(url.pathname)
    if (!isQuestion) requests.push(`${request.method} ${url.pathname}`)
    if (url.pathname === '/oidc/v1/token' && request.method === 'POST') return giveToken(asked)
    checkToken(asked)
    if (stumbles > 0) {
      stumbles--
      throw refuse(429, 'REQUEST_LIMIT_EXCEEDED', 'Too many requests')
    }
    const isJson = request.method === 'GET' || request.headers['content-type'] === 'application/json'
    if (!isJson || request.headers.accept !== 'application/json') throw refuse(415, 'MALFORMED', 'not JSON')
    if (url.pathname === '/api/2.0/sql/statements' && request.method === 'POST') return begin(body)
    const [, id = '', rest = ''] =
      /^\/api\/2\.0\/sql\/statements\/([\w-]+)(?:\/(.+))?$/.exec(url.pathname) ?? []
    const statement = statements.get(id)
    if (statement === undefined) throw refuse(404, 'NOT_FOUND', `The statement ${id} was not found.`)
    if (rest === 'cancel' && request.method === 'POST') {
      if (statement.state === 'PENDING') statement.state = 'CANCELED'
      return '{}'
    }
    const number = /^result\/chunks\/(\d+)$/.exec(rest)?.[1]
    if (request.method !== 'GET' || (rest !== '' && number === undefined))
      throw refuse(404, 'ENDPOINT_NOT_FOUND', 'No API found')
    if (number === undefined) return statusOf(id, statement)
    return JSON.stringify(chunkOf(id, statement, Number(number)))
  })
  const toDouble = createServerFetch({ version: 'test' })
  const leading = (from: string) => (url: string, init: ServerRequest, signal: AbortSignal) => {
    // any other address is where nothing listens
    const isHere = url.startsWith(`${from}/`)
    return toDouble(isHere ? double.url + url.slice(from.length) : url, init, signal)
  }
  return {
    ...double,
    host: { fetchServer: leading(origin), fetch: leading(storage) },
    begun,
    requests,
    running: () => [...statements.values()].filter(({ hangs, state }) => hangs && state === 'PENDING').length,
    stumble(times) {
      stumbles = times
    },
    revoke() {
      generation++
    },
    async stop() {
      await double.stop()
      database.close()
    },
  }
}
