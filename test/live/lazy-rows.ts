import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

/**
 * The engine of protocol doubles of SQL servers: SQLite, whose rows are read only when they are asked for, so that an error
 * comes late. A column named `price:Decimal(10, 2)` has the name `price` and that type in the double; others have the type
 * of their first value.
 */
export interface LazyRows {
  names: string[]
  /** null: only nulls so far */
  types: (string | null)[]
  /** the next ones; fewer: the end is reached. Throws the error of the statement. */
  next(count: number): unknown[][]
  /** reads the next one, which stays; throws as `next` */
  peek(): void
}

export function lazyRows(database: DatabaseSync, sql: string): LazyRows {
  const prepared = database.prepare(sql)
  prepared.setReturnArrays(true)
  prepared.setReadBigInts(true)
  const columns = prepared.columns().map(({ name }) => /^([^:]*):(.+)$/s.exec(name) ?? [name, name, null])
  const rows = prepared.iterate() as unknown as Iterator<unknown[]>
  const held: unknown[][] = []
  const read = (count: number) => {
    while (held.length < count) {
      const { done, value } = rows.next()
      if (done === true) break
      held.push(value)
    }
    return held.splice(0, count)
  }
  held.push(...read(1))
  const [first] = held
  return {
    names: columns.map(([, name]) => name ?? ''),
    types: columns.map(([, , type], at) => type ?? kindOf(first?.[at])),
    next: read,
    peek() {
      held.unshift(...read(1))
    },
  }
}

function kindOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return 'float'
  return typeof value === 'string' ? 'string' : 'bytes'
}

/** Where a word stands that SQLite does not accept: 1-based line and column. */
export function placeOf(sql: string, message: string): { line: number; column: number } | null {
  const word = /near "(.+)": syntax error/.exec(message)?.[1]
  const offset = word === undefined ? -1 : sql.indexOf(word)
  if (offset === -1) return null
  const before = sql.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** What a double refuses, with the status and the body of its answer. */
export class Refused extends Error {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super('refused')
    this.status = status
    this.body = body
  }
}

export interface Asked {
  request: IncomingMessage
  url: URL
  body: string
  response: ServerResponse
}

export interface HttpDouble {
  port: number
  url: string
  /** requests whose client has gone before the answer */
  abandoned(): number
  received(): number
  stop(): Promise<void>
}

/** `handle` returns the text of an answer, or null when it answers itself, later or never. */
export async function startDouble(
  handle: (asked: Asked) => string | null | Promise<string | null>,
): Promise<HttpDouble> {
  let [abandoned, received] = [0, 0]
  const server: Server = createServer(async (request, response) => {
    received++
    response.on('close', () => {
      if (!response.writableEnded) abandoned++
    })
    try {
      const url = new URL(request.url ?? '', 'http://localhost')
      const text = await handle({ request, url, body: await bodyOf(request), response })
      if (text === null) return
      if (text.includes('breaks off')) {
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        })
        response.write(text.slice(0, text.length / 2), () => response.destroy())
        return
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    } catch (error) {
      const { status, body } = error instanceof Refused ? error : { status: 500, body: String(error) }
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    abandoned: () => abandoned,
    received: () => received,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** The account that a request names, as `user:password`; null: none. */
export function accountOf({ headers }: IncomingMessage): string | null {
  const given = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1]
  return given === undefined ? null : Buffer.from(given, 'base64').toString()
}

/** A SQLite database with what the doubles need. */
export function doubleDatabase(): DatabaseSync {
  return new DatabaseSync(':memory:')
}
