import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { splitStatements } from '#shared/sql/split-statements.ts'

/**
 * A protocol double of Cloudflare D1's HTTP API (`/client/v4/accounts/…/d1/database/…/raw`), written from its public
 * reference, over SQLite. It refuses what the service refuses. Texts with `/* hangs *\/` are never answered, and
 * the answers to `/* breaks off *\/` end in the middle.
 */
export interface D1Server {
  /** of the database, as the form asks for it */
  url: string
  token: string
  database: DatabaseSync
  /** requests whose client has gone before the answer */
  abandoned(): number
  received(): number
  stop(): Promise<void>
}

const path = '/client/v4/accounts/0a1b2c/d1/database/11111111-2222-3333-4444-555555555555'
const token = 'secret-of-d1'
const dialect = {
  ...{ backslashEscapes: false, dollarQuotes: false, variableSigns: '$?@:#', hashComments: false },
  ...{ backtickNames: true, bracketNames: true },
}

export async function startD1(): Promise<D1Server> {
  const database = new DatabaseSync(':memory:')
  let abandoned = 0
  let received = 0
  const server = createServer(async (request, response) => {
    received++
    const body = await bodyOf(request)
    const refusal = refusalOf(request, body)
    if (refusal !== null) {
      answer(response, refusal.status, { result: null, success: false, errors: [refusal], messages: [] })
      return
    }
    const { sql } = JSON.parse(body) as { sql: string }
    if (sql.includes('/* hangs */')) {
      response.on('close', () => abandoned++)
      return
    }
    try {
      const text = JSON.stringify({
        ...{ result: runAll(database, sql), errors: [], messages: [], success: true },
      })
      if (sql.includes('/* breaks off */')) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
        response.write(text.slice(0, text.length / 2), () => response.destroy())
        return
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    } catch (error) {
      const message = `${(error as Error).message}: SQLITE_ERROR`
      answer(response, 400, {
        ...{ result: [], success: false, errors: [{ code: 7500, message }], messages: [] },
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}/query`,
    token,
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

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refusalOf({ url, method, headers }: IncomingMessage, body: string) {
  const given = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (given === undefined) return { status: 400, code: 6003, message: 'Invalid request headers' }
  if (given !== token) return { status: 403, code: 10_000, message: 'Authentication error' }
  if (url !== `${path}/raw`) return { status: 404, code: 7404, message: 'The database could not be found' }
  if (method !== 'POST') return { status: 405, code: 7000, message: 'Method not allowed' }
  const isJson = headers['content-type']?.startsWith('application/json')
  if (!isJson) return { status: 415, code: 7400, message: 'The body must be application/json' }
  const { sql, params, ...others } = JSON.parse(body) as Record<string, unknown>
  const isBody = typeof sql === 'string' && Array.isArray(params) && Object.keys(others).length === 0
  if (!isBody) return { status: 400, code: 7400, message: 'The request is malformed' }
  if (/^\s*(?:begin|savepoint|attach)\b/im.test(sql)) {
    return { status: 400, code: 7500, message: 'not authorized: SQLITE_AUTH' }
  }
  return null
}

/** One transaction, and a result for each statement. */
function runAll(database: DatabaseSync, sql: string) {
  database.exec('begin')
  try {
    const results = splitStatements(sql, dialect).map(({ text }) => runOne(database, text))
    database.exec('commit')
    return results
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

function runOne(database: DatabaseSync, sql: string) {
  const prepared = database.prepare(sql)
  prepared.setReturnArrays(true)
  prepared.setReadBigInts(true)
  const rows = (prepared.all() as unknown as unknown[][]).map((row) => row.map(asJson))
  const columns = prepared.columns().map(({ name }) => name)
  const meta = { served_by: 'double', duration: 0.1, changes: 0, rows_read: rows.length, rows_written: 0 }
  return { results: { columns, rows }, success: true, meta }
}

/** The service is written in JavaScript: large integers are rounded, and a blob is a list of numbers. */
function asJson(cell: unknown): unknown {
  if (typeof cell === 'bigint') return Number(cell)
  return cell instanceof Uint8Array ? [...cell] : cell
}
