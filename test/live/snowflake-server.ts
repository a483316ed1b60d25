import { createHash, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { jwtVerify } from 'jose'
import type { ServerRequest } from '#connectors/connector.ts'
import { createServerFetch } from '#server/kernel/index.ts'

/**
 * A protocol double of Snowflake's SQL API, written from its public reference. It refuses what the service refuses:
 * tokens that are not signed for the account, unknown parameters and members, several statements where one was
 * announced. What a text answers, the test says.
 */
export interface SnowflakeServer {
  /** what the worker lends, with the address of the account led here */
  fetchServer: ReturnType<typeof createServerFetch>
  /** the key of the account, in base64 as a form uploads it; with the passphrase `of-the-key` */
  keyFile: string
  strangeKeyFile: string
  /** a programmatic access token */
  accessToken: string
  running(): number
  /** bodies that began statements */
  begun: SnowflakeRequest[]
  requests: string[]
  stumble(times: number): void
  stop(): Promise<void>
}

export interface SnowflakeRequest {
  statement: string
  timeout?: number
  database?: string
  schema?: string
  warehouse?: string
  parameters: Record<string, string>
}

/** What a text answers: `rows` as the service writes cells, all of them texts. */
export interface SnowflakeTold {
  columns?: readonly object[]
  rows?: Iterable<readonly (string | null)[]>
  error?: { code: string; sqlState: string; message: string }
  isEndless?: boolean
  /** the part with this number is an error instead */
  latePart?: number
  /** of several statements, each has its own */
  statements?: readonly SnowflakeTold[]
}

interface Statement {
  told: SnowflakeTold
  isCancelled: boolean
  /** how often it says that it is still working */
  waits: number
  parts: (string | null)[][][]
  children: string[]
}

const account = 'demo-org'
const user = 'READER'
const rowsOfPart = 30_000

export async function startSnowflake(answers: (text: string) => SnowflakeTold): Promise<SnowflakeServer> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const strange = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const accessToken = `pat-${randomUUID()}`
  const statements = new Map<string, Statement>()
  const byRequest = new Map<string, string>()
  const begun: SnowflakeRequest[] = []
  const requests: string[] = []
  let stumbles = 0

  const add = (told: SnowflakeTold): string => {
    const handle = `01b${randomUUID().slice(3)}`
    const parts: (string | null)[][][] = []
    let part: (string | null)[][] = []
    for (const row of told.rows ?? []) {
      part.push([...row])
      if (part.length < rowsOfPart) continue
      parts.push(part)
      part = []
    }
    if (part.length > 0 || parts.length === 0) parts.push(part)
    const children = (told.statements ?? []).map(add)
    statements.set(handle, { told, isCancelled: false, waits: 1, parts, children })
    return handle
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    requests.push(`${request.method} ${url.pathname}${url.search}`)
    const body = await bodyOf(request)
    try {
      await checkToken(request, keys.publicKey, accessToken)
      if (stumbles > 0) {
        stumbles--
        throw new Refusal(503, '000503', 'Service unavailable')
      }
      route(request, response, url, body)
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, '000500', String(error))
      answer(response, refusal.status, {
        code: refusal.code,
        sqlState: refusal.sqlState,
        message: refusal.message,
      })
    }
  })

  function route(request: IncomingMessage, response: ServerResponse, url: URL, body: string): void {
    if (url.pathname === '/api/v2/statements' && request.method === 'POST') {
      allow(url, ['requestId', 'async', 'retry'])
      const id = url.searchParams.get('requestId') ?? ''
      if (url.searchParams.get('async') !== 'true')
        throw new Refusal(400, '390146', 'The double only works async')
      const known = byRequest.get(id)
      const handle = known !== undefined && url.searchParams.get('retry') === 'true' ? known : begin(body)
      byRequest.set(id, handle)
      answer(response, 202, statusOf(handle))
      return
    }
    const [, handle = '', verb] = /^\/api\/v2\/statements\/([\w-]+)(?:\/(\w+))?$/.exec(url.pathname) ?? []
    const statement = statements.get(handle)
    if (statement === undefined) throw new Refusal(404, '000709', `Statement ${handle} not found`)
    if (verb === 'cancel' && request.method === 'POST') {
      statement.isCancelled = true
      answer(response, 200, { code: '000604', message: 'successfully canceled', statementHandle: handle })
      return
    }
    if (verb !== undefined || request.method !== 'GET') throw new Refusal(405, '391911', 'Method not allowed')
    allow(url, ['partition'])
    give(response, handle, statement, url.searchParams.get('partition'))
  }

  function begin(body: string): string {
    const given = readBody(body)
    begun.push(given)
    const told = answers(given.statement)
    const several = told.statements !== undefined
    if (several && given.parameters['MULTI_STATEMENT_COUNT'] !== '0') {
      const count = told.statements?.length
      throw new Refusal(
        422,
        '000008',
        `Actual statement count ${count} did not match the desired statement count 1.`,
      )
    }
    return add(told)
  }

  function give(
    response: ServerResponse,
    handle: string,
    statement: Statement,
    partition: string | null,
  ): void {
    const { told, parts, children } = statement
    if (told.isEndless === true) {
      if (statement.isCancelled) throw new Refusal(422, '000604', 'SQL execution canceled', '57014')
      answer(response, 202, statusOf(handle))
      return
    }
    if (statement.waits-- > 0) {
      answer(response, 202, statusOf(handle))
      return
    }
    if (told.error !== undefined)
      throw new Refusal(422, told.error.code, told.error.message, told.error.sqlState)
    const number = Number(partition ?? 0)
    if (number > 0 && told.latePart === number) throw new Refusal(500, '000500', 'Division by zero', '22012')
    const part = parts[number]
    if (part === undefined) throw new Refusal(400, '391920', 'Invalid partition')
    if (number > 0) {
      // such parts are packed, and hold nothing else
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(JSON.stringify({ data: part })))
      return
    }
    const isParent = children.length > 0
    answer(response, 200, {
      resultSetMetaData: {
        numRows: isParent ? 1 : parts.reduce((sum, one) => sum + one.length, 0),
        format: 'jsonv2',
        partitionInfo: parts.map((one) => ({ rowCount: one.length, uncompressedSize: 1 })),
        rowType: isParent ? [{ name: 'multiple statement execution', type: 'text' }] : (told.columns ?? []),
      },
      data: isParent ? [['Multiple statements executed successfully.']] : part,
      ...{ code: '090001', statementHandle: handle, sqlState: '00000', createdOn: 1 },
      ...{ message: 'Statement executed successfully.', ...(isParent ? { statementHandles: children } : {}) },
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const toDouble = createServerFetch({ version: 'test' })
  return {
    fetchServer: (url: string, init: ServerRequest, signal: AbortSignal) => {
      if (!url.startsWith(`https://${account}.snowflakecomputing.com/`))
        throw new Error(`A secret would be sent to ${url}`)
      return toDouble(origin + url.slice(`https://${account}.snowflakecomputing.com`.length), init, signal)
    },
    keyFile: fileOf(keys.privateKey),
    strangeKeyFile: fileOf(strange.privateKey),
    accessToken,
    running: () =>
      [...statements.values()].filter(({ told, isCancelled }) => told.isEndless === true && !isCancelled)
        .length,
    begun,
    requests,
    stumble(times) {
      stumbles = times
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly sqlState: string
  constructor(status: number, code: string, message: string, sqlState = '42601') {
    super(message)
    this.status = status
    this.code = code
    this.sqlState = sqlState
  }
}

function statusOf(handle: string) {
  return {
    ...{ code: '333334', message: 'Asynchronous execution in progress.', statementHandle: handle },
    statementStatusUrl: `/api/v2/statements/${handle}`,
  }
}

function fileOf(key: KeyObject): string {
  const pem = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'of-the-key' })
  return Buffer.from(pem as string).toString('base64')
}

async function checkToken({ headers }: IncomingMessage, key: KeyObject, accessToken: string): Promise<void> {
  const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  const kind = headers['x-snowflake-authorization-token-type']
  if (headers.accept !== 'application/json' || !/^\w+\/\S+$/.test(headers['user-agent'] ?? ''))
    throw new Refusal(400, '391902', 'Unsupported Accept or User-Agent header')
  if (kind === 'PROGRAMMATIC_ACCESS_TOKEN') {
    if (token !== accessToken) throw new Refusal(401, '390400', 'Programmatic access token is invalid.')
    return
  }
  if (kind !== 'KEYPAIR_JWT') throw new Refusal(401, '390303', 'Invalid OAuth access token.')
  const der = key.export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(der).digest('base64')
  const subject = `${account.toUpperCase()}.${user}`
  const { payload } = await jwtVerify(token, key, {
    ...{ algorithms: ['RS256'], subject, issuer: `${subject}.SHA256:${fingerprint}` },
  }).catch(() => {
    throw new Refusal(401, '390144', 'JWT token is invalid.')
  })
  if ((payload.exp ?? 0) - (payload.iat ?? 0) > 3600)
    throw new Refusal(401, '390144', 'JWT token is invalid.')
}

function allow(url: URL, names: readonly string[]): void {
  for (const name of url.searchParams.keys())
    if (!names.includes(name)) throw new Refusal(400, '391901', `Unknown parameter ${name}`)
}

const members = ['statement', 'timeout', 'database', 'schema', 'warehouse', 'parameters']
const parameters: Readonly<Record<string, RegExp>> = {
  ...{ MULTI_STATEMENT_COUNT: /^[01]$/, ROWS_PER_RESULTSET: /^0$/, BINARY_OUTPUT_FORMAT: /^HEX$/ },
  ...{ CLIENT_RESULT_CHUNK_SIZE: /^(?:4[89]|[5-9]\d|1[0-5]\d|160)$/, QUERY_TAG: /^sextant$/ },
}

function readBody(body: string): SnowflakeRequest {
  const read = JSON.parse(body) as SnowflakeRequest
  const other = Object.keys(read).find((name) => !members.includes(name))
  if (other !== undefined) throw new Refusal(400, '391903', `Unknown member ${other}`)
  for (const [name, value] of Object.entries(read.parameters)) {
    if (parameters[name]?.test(value) !== true) throw new Refusal(400, '391904', `Invalid parameter ${name}`)
  }
  if (read.database !== 'SHOP') throw new Refusal(422, '002043', `Object does not exist: ${read.database}`)
  return read
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
