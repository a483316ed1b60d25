import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerRequest } from '#connectors/connector.ts'
import { createServerFetch } from '#server/kernel/index.ts'

/**
 * A protocol double of Azure Data Explorer (queries of version 2, commands of version 1) and of the tokens of Microsoft
 * Entra, written from their public references. It refuses what the services refuse: other tokens, headers, members and
 * options. What a text answers, the test says.
 */
export interface KustoServer {
  /** what the worker lends, with the addresses of the services led here */
  fetchServer: ReturnType<typeof createServerFetch>
  cluster: string
  secret: string
  running(): number
  /** bodies of requests, with their headers and host */
  received: { host: string; path: string; headers: IncomingMessage['headers']; body: string }[]
  revoke(): void
  stop(): Promise<void>
}

export interface KustoTold {
  columns?: readonly (readonly [name: string, type: string])[]
  rows?: Iterable<readonly unknown[]>
  /** before the answer begins */
  refused?: string
  /** in the place of a row, after so many rows */
  lateError?: { after: number; message: string }
  isEndless?: boolean
  /** the tables come whole, as from servers without fragments */
  isWhole?: boolean
  /** a second result */
  hasOther?: boolean
  /** the answer ends in the middle */
  breaksOff?: boolean
}

const cluster = 'https://demo.westeurope.kusto.windows.net'
const tenant = '11111111-2222-3333-4444-555555555555'
const clientId = 'reader-of-demo'
const secret = 'secret~of.the-principal'
const rowsOfFragment = 5000

export async function startKusto(answers: (text: string) => KustoTold): Promise<KustoServer> {
  const tokens = new Set<string>()
  const working = new Map<string, () => void>()
  const received: KustoServer['received'] = []
  const server = createServer(async (request, response) => {
    const [, host = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const body = await bodyOf(request)
    received.push({ host, path, headers: request.headers, body })
    try {
      if (host === 'login.microsoftonline.com') {
        answer(response, 200, giveToken(path, body, tokens))
        return
      }
      const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (!tokens.has(given)) throw new Refusal(401, 'Unauthorized (401-Unauthorized)')
      const read = readRequest(request, body)
      if (path === '/v1/rest/mgmt') command(response, read.csl)
      else if (path === '/v2/rest/query') await query(request, response, read.csl, answers(read.csl))
      else throw new Refusal(404, 'Not found')
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, String(error))
      answer(response, refusal.status, refusal.body())
    }
  })

  function command(response: ServerResponse, text: string): void {
    const id = /^\.cancel query "([^"]+)"$/.exec(text)?.[1]
    if (id !== undefined) {
      const end = working.get(id)
      if (end === undefined) throw new Refusal(400, `Request '${id}' was not found`)
      end()
      answer(response, 200, tablesOf([['RunningQueryCanceled', 'SByte', 'bool']], [[true]]))
      return
    }
    const told = answers(text)
    if (told.refused !== undefined) throw new Refusal(400, told.refused)
    const columns = (told.columns ?? []).map(([name, type]) => [name, type, type] as const)
    answer(response, 200, tablesOf(columns, [...(told.rows ?? [])]))
  }

  async function query(
    request: IncomingMessage,
    response: ServerResponse,
    text: string,
    told: KustoTold,
  ): Promise<void> {
    if (text.startsWith('.')) throw new Refusal(400, 'Management commands have another endpoint')
    if (told.refused !== undefined) throw new Refusal(400, told.refused)
    if (told.isEndless === true) {
      const id = String(request.headers['x-ms-client-request-id'])
      const isCancelled = await new Promise<boolean>((resolve) => {
        // it works on when the client has gone, until it is cancelled
        working.set(id, () => resolve(true))
      })
      working.delete(id)
      if (isCancelled) throw new Refusal(400, 'Query execution has been cancelled')
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    for (const part of framesOf(told)) {
      if (!response.write(part))
        await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
      if (response.destroyed) return
    }
    if (told.breaksOff === true) response.destroy()
    else response.end()
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
    cluster,
    secret,
    running: () => working.size,
    received,
    revoke: () => tokens.clear(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
  body(): unknown {
    const message = 'Request is invalid and cannot be executed.'
    return { error: { code: 'General_BadRequest', message, '@message': this.message, '@permanent': true } }
  }
}

function giveToken(path: string, body: string, tokens: Set<string>) {
  const form = Object.fromEntries(new URLSearchParams(body))
  if (path !== `/${tenant}/oauth2/v2.0/token`) throw new Refusal(400, 'AADSTS90002: Tenant not found.')
  const wanted = { grant_type: 'client_credentials', client_id: clientId, scope: `${cluster}/.default` }
  for (const [name, value] of Object.entries(wanted))
    if (form[name] !== value) throw new TokenRefusal(`AADSTS700016: ${name} is wrong.`)
  if (form['client_secret'] !== secret)
    throw new TokenRefusal('AADSTS7000215: Invalid client secret provided.')
  const token = `token-${randomUUID()}`
  tokens.add(token)
  return { token_type: 'Bearer', expires_in: 3599, access_token: token }
}

class TokenRefusal extends Refusal {
  constructor(message: string) {
    super(401, message)
  }
  override body(): unknown {
    return { error: 'invalid_client', error_description: this.message }
  }
}

const options: Readonly<Record<string, (value: unknown) => boolean>> = {
  notruncation: (value) => value === true,
  results_progressive_enabled: (value) => value === false,
  results_v2_newlines_between_frames: (value) => value === true,
  results_v2_fragment_primary_tables: (value) => value === true,
  servertimeout: (value) => /^(?:00:\d\d:\d\d|01:00:00)$/.test(String(value)),
  request_description: (value) => typeof value === 'string',
  request_user: (value) => typeof value === 'string',
}

function readRequest({ headers, method }: IncomingMessage, body: string): { csl: string } {
  const isJson =
    headers['content-type'] === 'application/json; charset=utf-8' && headers.accept === 'application/json'
  if (method !== 'POST' || !isJson) throw new Refusal(400, 'The request must be JSON')
  if (!/^sextant;[\da-f-]{36}$/.test(String(headers['x-ms-client-request-id'])))
    throw new Refusal(400, 'x-ms-client-request-id')
  const { db, csl, properties, ...others } = JSON.parse(body) as Record<string, unknown>
  if (db !== 'shop') throw new Refusal(400, `Entity not found: Database '${String(db)}'`)
  if (typeof csl !== 'string' || csl === '' || Object.keys(others).length > 0) throw new Refusal(400, 'body')
  const given = (properties as { Options?: object } | undefined)?.Options ?? {}
  for (const [name, value] of Object.entries(given))
    if (options[name]?.(value) !== true) throw new Refusal(400, `Invalid request property ${name}`)
  return { csl }
}

function tablesOf(columns: readonly (readonly [string, string, string])[], rows: readonly unknown[]) {
  const named = columns.map(([ColumnName, DataType, ColumnType]) => ({ ColumnName, DataType, ColumnType }))
  return { Tables: [{ TableName: 'Table_0', Columns: named, Rows: rows }] }
}

/** The answer in parts. Cells that are JSON already are written as they are. */
function* framesOf(told: KustoTold): Generator<string> {
  const columns = (told.columns ?? []).map(([ColumnName, ColumnType]) => ({ ColumnName, ColumnType }))
  const primary = { TableId: 1, TableKind: 'PrimaryResult', TableName: 'PrimaryResult' }
  yield `[${JSON.stringify({ FrameType: 'DataSetHeader', IsProgressive: false, Version: 'v2.0' })}\n`
  yield `,${JSON.stringify({ FrameType: 'DataTable', TableId: 0, TableKind: 'QueryProperties', TableName: '@ExtendedProperties', Columns: [], Rows: [[1, 'Key', '{}']] })}\n`
  let hasErrors = false
  if (told.isWhole === true) {
    const head = JSON.stringify({ FrameType: 'DataTable', ...primary, Columns: columns })
    yield `,${head.slice(0, -1)},"Rows":[${[...(told.rows ?? [])].map(written).join(',')}]}\n`
  } else {
    yield `,${JSON.stringify({ FrameType: 'TableHeader', ...primary, Columns: columns })}\n`
    let count = 0
    let rows: string[] = []
    const fragment = () => {
      const head = JSON.stringify({ FrameType: 'TableFragment', TableFragmentType: 'DataAppend', TableId: 1 })
      const text = `,${head.slice(0, -1)},"Rows":[${rows.join(',')}]}\n`
      rows = []
      return text
    }
    for (const row of told.rows ?? []) {
      if (told.lateError?.after === count++) {
        hasErrors = true
        rows.push(JSON.stringify({ OneApiErrors: [new Refusal(200, told.lateError.message).body()] }))
        break
      }
      rows.push(written(row))
      if (rows.length === rowsOfFragment) yield fragment()
    }
    if (told.breaksOff === true) return
    yield fragment()
    yield `,${JSON.stringify({ FrameType: 'TableCompletion', TableId: 1, RowCount: count })}\n`
  }
  if (told.hasOther === true)
    yield `,${JSON.stringify({ FrameType: 'DataTable', ...primary, TableId: 2, Columns: columns, Rows: [] })}\n`
  const shards = {
    hot: { hitbytes: 100, missbytes: 20 },
    cold: { hitbytes: 3, missbytes: 0 },
    bypassbytes: 1,
  }
  const use = JSON.stringify({ resource_usage: { cache: { shards } } })
  const names = ['EventTypeName', 'Payload'].map((ColumnName) => ({ ColumnName, ColumnType: 'string' }))
  yield `,${JSON.stringify({
    FrameType: 'DataTable',
    TableId: 3,
    TableKind: 'QueryCompletionInformation',
    TableName: 'QueryCompletionInformation',
    Columns: names,
    Rows: [
      ['QueryInfo', '{}'],
      ['QueryResourceConsumption', use],
    ],
  })}\n`
  yield `,${JSON.stringify({ FrameType: 'DataSetCompletion', HasErrors: hasErrors, Cancelled: false })}\n]`
}

/** Texts with `json:` before them are JSON: numbers with all their digits. */
function written(row: readonly unknown[]): string {
  return `[${row.map((cell) => (typeof cell === 'string' && cell.startsWith('json:') ? cell.slice(5) : JSON.stringify(cell))).join(',')}]`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
