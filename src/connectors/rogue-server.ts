import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect } from 'vitest'
import type { Connector, ConnectorHost, Session } from './connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from './connector-errors.ts'
import { recordingSink } from './recording-sink.ts'

const host: ConnectorHost = {
  fileFolders: [],
  fetch: () => Promise.reject(new Error('no HTTP')),
  fetchServer: () => Promise.reject(new Error('no HTTP')),
  reportBackend: () => {},
  engineMemoryMb: 0,
}

let servers: Server[] = []
let sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
  sockets = []
  servers = []
})

/** A server that answers what comes as it likes; `heard` counts the messages of the client on this connection. */
export async function rogue(
  greet: (socket: Socket) => void,
  answer: (socket: Socket, heard: number, text: string) => void,
) {
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    let heard = 0
    greet(socket)
    socket.on('data', (bytes) => answer(socket, ++heard, bytes.toString('latin1')))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

export type Use = (session: Session, signal: AbortSignal) => Promise<unknown>
export const runsQuery: Use = (session, signal) =>
  session.run('select 1', recordingSink({ keepsCells: false }), signal)
export const listsTables: Use = (session, signal) => session.tables(signal)

/** Opens a session and uses it; the error, and how much memory that took. */
export async function outcome(connector: Connector, port: number, use = runsQuery, seconds = 3) {
  const options = {
    ...{ host: '127.0.0.1', port, user: 'u', password: 'p', passwd: 'p', db: 'd', dbname: 'd' },
    ...{ sslmode: 'disable', ssl_mode: 'disabled', connect_timeout: 2, dsn: 'connect_timeout=2' },
  }
  const signal = AbortSignal.timeout(seconds * 1000)
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  try {
    const session = await connector.open(options, host, signal)
    try {
      await use(session, signal)
      return { error: 'it succeeded' as unknown, grown: most - before }
    } finally {
      await session.close()
    }
  } catch (error) {
    return { error: error as unknown, grown: most - before }
  } finally {
    clearInterval(watch)
  }
}

const expected = [ConnectionFailed, QueryFailed, Cancelled]
const maxGrowth = 500_000_000

export async function expectClear(connector: Connector, port: number, use = runsQuery, seconds = 3) {
  const { error, grown } = await outcome(connector, port, use, seconds)
  expect(
    expected.some((kind) => error instanceof kind),
    String((error as Error)?.stack ?? error),
  ).toBe(true)
  expect((error as Error).message.length).toBeGreaterThan(5)
  expect(grown).toBeLessThan(maxGrowth)
  return error as Error
}

/** Writes until the other side has had enough. */
export function flood(socket: Socket, bytes: Buffer) {
  const write = () => {
    while (!socket.destroyed && socket.writable)
      if (!socket.write(bytes)) return void socket.once('drain', write)
  }
  write()
}

/** The same noise each time. */
export function noise(seed: number, length: number): Buffer {
  let state = seed * 2654435761 + 1
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 24
    }),
  )
}

export const silent = () => {}
export type Answer = (socket: Socket) => void

/** Counts how often other work of this process has its turn until the answer is asked for. */
export function countTurns(): () => number {
  let count = 0
  const timer = setInterval(() => count++, 1)
  return () => {
    clearInterval(timer)
    return count
  }
}
