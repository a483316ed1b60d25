import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { splitStatements } from '#shared/sql/split-statements.ts'

/**
 * Protocol doubles of servers that offer SQLite over HTTP, written from their public references. They refuse what the real
 * ones refuse. Texts with `/* hangs *\/` are never answered, and the answers to `/* breaks off *\/` end in the middle.
 */
export interface HttpSqliteServer {
  url: string
  database: DatabaseSync
  /** requests whose client has gone before the answer */
  abandoned(): number
  received(): number
  stop(): Promise<void>
}

const dialect = {
  ...{ backslashEscapes: false, dollarQuotes: false, variableSigns: '$?@:#', hashComments: false },
  ...{ backtickNames: true, bracketNames: true },
}

interface Refusal {
  status: number
  body: unknown
}

class Refused extends Error {
  readonly refusal: Refusal
  constructor(status: number, body: unknown) {
    super('refused')
    this.refusal = { status, body }
  }
}

async function start(
  database: DatabaseSync,
  answerTo: (request: IncomingMessage, body: string) => string,
): Promise<HttpSqliteServer> {
  let [abandoned, received] = [0, 0]
  const server = createServer(async (request, response) => {
    received++
    const body = await bodyOf(request)
    if (body.includes('/* hangs */')) {
      response.on('close', () => abandoned++)
      return
    }
    try {
      const text = answerTo(request, body)
      if (body.includes('/* breaks off */')) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
        response.write(text.slice(0, text.length / 2), () => response.destroy())
        return
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    } catch (error) {
      refuse(response, error instanceof Refused ? error.refusal : { status: 500, body: String(error) })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    database,
    abandoned: () => abandoned,
    received: () => received,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      database.close()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function refuse(response: ServerResponse, { status, body }: Refusal): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
}

interface Rows {
  names: string[]
  types: string[]
  rows: unknown[][]
}

function rowsOf(database: DatabaseSync, sql: string): Rows {
  const prepared = database.prepare(sql)
  prepared.setReturnArrays(true)
  prepared.setReadBigInts(true)
  const rows = prepared.all() as unknown as unknown[][]
  const columns = prepared.columns()
  return {
    names: columns.map(({ name }) => name),
    types: columns.map(({ type }) => type?.toLowerCase() ?? ''),
    rows,
  }
}

function requireJson({ method, headers }: IncomingMessage): void {
  if (method !== 'POST') throw new Refused(405, { error: 'method not allowed' })
  if (headers['content-type'] !== 'application/json') throw new Refused(415, { error: 'expected JSON' })
}

export const libsqlToken = 'secret-of-libsql'

/** Hrana over HTTP, version 2. */
export function startLibsql(): Promise<HttpSqliteServer> {
  const database = new DatabaseSync(':memory:')
  const batons = new Set<string>()
  return start(database, (request, body) => {
    if (request.headers.authorization !== `Bearer ${libsqlToken}`) {
      throw new Refused(401, { error: 'Unauthorized: `the token is not valid`' })
    }
    if (request.url !== '/v2/pipeline') throw new Refused(404, 'Not found')
    requireJson(request)
    const { baton, requests, ...others } = JSON.parse(body) as Record<string, unknown>
    const isKnown = baton === null || (typeof baton === 'string' && batons.delete(baton))
    if (!isKnown) throw new Refused(400, { message: 'The stream has expired', code: 'STREAM_EXPIRED' })
    if (!Array.isArray(requests) || Object.keys(others).length > 0) {
      throw new Refused(400, { error: 'the request is malformed' })
    }
    const results = requests.map((each) => hranaResult(database, each as Record<string, unknown>))
    const isClosed = requests.some((each) => (each as { type: string }).type === 'close')
    const next = isClosed ? null : randomUUID()
    if (next !== null) batons.add(next)
    return `{"baton":${JSON.stringify(next)},"base_url":null,"results":[${results.join(',')}]}`
  })
}

function hranaResult(database: DatabaseSync, request: Record<string, unknown>): string {
  const ok = (response: string) => `{"type":"ok","response":${response}}`
  const failed = (message: string, code: string) =>
    JSON.stringify({ type: 'error', error: { message, code } })
  const { type } = request
  if (type === 'close') return ok('{"type":"close"}')
  try {
    if (type === 'sequence') {
      database.exec(String(request['sql']))
      return ok('{"type":"sequence"}')
    }
    if (type !== 'execute') throw new Refused(400, { error: `unknown request ${String(type)}` })
    const { sql, want_rows: wants } = request['stmt'] as { sql?: unknown; want_rows?: unknown }
    if (typeof sql !== 'string' || wants !== true) throw new Refused(400, { error: 'the stmt is malformed' })
    if (splitStatements(sql, dialect).length > 1) {
      return failed('SQL string contains more than one statement', 'SQL_MANY_STATEMENTS')
    }
    const { names, types, rows } = rowsOf(database, sql)
    const cols = names.map((name, at) => ({ name, decltype: types[at] || null }))
    const cells = rows.map((row) => `[${row.map(hranaValue).join(',')}]`)
    return ok(
      `{"type":"execute","result":{"cols":${JSON.stringify(cols)},"rows":[${cells.join(',')}],"affected_row_count":0,"last_insert_rowid":null}}`,
    )
  } catch (error) {
    if (error instanceof Refused) throw error
    return failed(`SQLite error: ${(error as Error).message}`, 'SQLITE_ERROR')
  }
}

function hranaValue(cell: unknown): string {
  if (cell === null) return '{"type":"null"}'
  if (typeof cell === 'bigint') return `{"type":"integer","value":"${cell}"}`
  if (typeof cell === 'number') return `{"type":"float","value":${JSON.stringify(cell)}}`
  if (typeof cell === 'string') return `{"type":"text","value":${JSON.stringify(cell)}}`
  return `{"type":"blob","base64":"${Buffer.from(cell as Uint8Array)
    .toString('base64')
    .replace(/=+$/, '')}"}`
}

export const rqliteUser = { username: 'reader', password: 'secret-of-rqlite' }

/** The endpoint of rqlite for queries. `grow` changes the database, which that endpoint does not. */
export async function startRqlite(): Promise<HttpSqliteServer & { grow(sql: string): void }> {
  const database = new DatabaseSync(':memory:')
  const { username, password } = rqliteUser
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const server = await start(database, (request, body) => {
    if (request.headers.authorization !== expected) throw new Refused(401, '')
    const url = new URL(request.url ?? '', 'http://localhost')
    if (url.pathname !== '/db/query') throw new Refused(404, '404 page not found')
    requireJson(request)
    const known = new Set(['level', 'blob_array', 'db_timeout'])
    const unknown = [...url.searchParams.keys()].filter((name) => !known.has(name))
    if (unknown.length > 0) throw new Refused(400, `unknown parameter ${unknown}`)
    if (!url.searchParams.has('blob_array')) throw new Refused(400, 'the double has lists of bytes only')
    const statements = JSON.parse(body) as unknown
    if (!Array.isArray(statements) || !statements.every((each) => typeof each === 'string')) {
      throw new Refused(400, 'bad query POST request')
    }
    const results = statements.map((sql: string) => {
      try {
        return rqliteResult(rowsOf(database, sql))
      } catch (error) {
        return JSON.stringify({
          error: (error as Error).message.replace(
            /^attempt to write a readonly.*/,
            'attempt to change database via query operation',
          ),
        })
      }
    })
    return `{"results":[${results.join(',')}]}`
  })
  database.exec('pragma query_only = on')
  const grow = (sql: string) => {
    database.exec('pragma query_only = off')
    database.exec(sql)
    database.exec('pragma query_only = on')
  }
  return { ...server, grow }
}

function rqliteResult({ names, types, rows }: Rows): string {
  const cell = (value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    return JSON.stringify(value instanceof Uint8Array ? [...value] : value)
  }
  const values = rows.map((row) => `[${row.map(cell).join(',')}]`)
  const rest = values.length === 0 ? '' : `,"values":[${values.join(',')}]`
  return `{"columns":${JSON.stringify(names)},"types":${JSON.stringify(types)}${rest}}`
}
