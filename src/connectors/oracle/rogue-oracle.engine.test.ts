import { connect, createServer, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it } from 'vitest'
import { startTnsServer } from '#test/tns/tns-server.ts'
import { varchar } from '#test/tns/tns-types.ts'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { flood, rogue } from '../rogue-server.ts'
import { oracle } from './oracle-connector.ts'

const dataBytes = 1_000_000

const answers: Readonly<
  Record<string, { accepts: boolean; first?: Buffer; endless: Buffer; message: RegExp }>
> = {
  'sends data without end': {
    accepts: true,
    endless: data(Buffer.alloc(dataBytes)),
    message: /The server sent more than a login takes/,
  },
  'sends small packets without end': {
    accepts: true,
    endless: Buffer.concat(Array<Buffer>(10_000).fill(data(Buffer.alloc(0)))),
    message: /The server sent more than a login takes/,
  },
  'announces an identifier of two gigabytes': {
    accepts: true,
    first: identifierOf(0x7fffff00),
    endless: data(Buffer.alloc(dataBytes)),
    message: /larger than 16 MB|more than a login takes/,
  },
  'asks for the same message again and again': {
    accepts: false,
    endless: Buffer.concat(Array<Buffer>(1000).fill(Buffer.from([0, 8, 0, 0, 11, 0, 0, 0]))),
    message: /asked again and again/,
  },
}

/** An error message with an identifier of a row of this length. */
function identifierOf(length: number): Buffer {
  const announced = Buffer.alloc(4)
  announced.writeUInt32BE(length)
  return data(Buffer.from([4, ...Array<number>(24).fill(0), 1, 1, 254, 4, ...announced]))
}

function accept(): Buffer {
  const bytes = Buffer.alloc(45)
  bytes.writeUInt16BE(45, 0)
  bytes[4] = 2
  for (const [at, value] of [
    [8, 318],
    [12, 8192],
    [14, 65_535],
    [16, 1],
  ] as const)
    bytes.writeUInt16BE(value, at)
  bytes[22] = 4
  bytes[23] = 8
  bytes.writeUInt32BE(2_097_152, 32)
  bytes.writeUInt32BE(2_097_152, 36)
  return bytes
}

function data(body: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt32BE(10 + body.length, 0)
  head[4] = 6
  return Buffer.concat([head, body])
}

const optionsOf = (port: number) => ({
  ...{ user: 'u', password: 'secret-of-test', host: '127.0.0.1', port, servicename: 'X' },
})
const signal = () => AbortSignal.timeout(30_000)
const open = (port: number) =>
  oracle.open(optionsOf(port), { engineMemoryMb: 256 } as ConnectorHost, signal())

it.each(Object.entries(answers))('a server that %s is refused in words', async (_, answer) => {
  let written = 0
  const port = await rogue(
    (socket) =>
      socket.once('close', () => {
        written = socket.bytesWritten
      }),
    (socket, heard) => {
      if (heard === 1 && answer.accepts) socket.write(accept())
      if (heard !== (answer.accepts ? 2 : 1)) return
      if (answer.first !== undefined) socket.write(answer.first)
      flood(socket, answer.endless)
    },
  )
  const failure = await failureOf(open(port))
  expect(failure).toBeInstanceOf(ConnectionFailed)
  expect((failure as Error).message).toMatch(answer.message)
  expect((failure as Error).message).not.toContain('secret-of-test')
  await expect.poll(() => written, { timeout: 10_000 }).toBeGreaterThan(0)
  // what the sockets of both sides hold, too
  expect(written).toBeLessThan(50_000_000)
})

const account = { user: 'u', password: 'secret-of-test', service: 'X' }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A server that turns bad: `hijack` sends on a connection in its place. */
async function startTurncoat() {
  const server = await startTnsServer({
    ...account,
    answer: (text) => (text.startsWith('select') ? { columns: [varchar('C')], rows: [['x']] } : { count: 0 }),
  })
  let client: Socket | undefined
  let onward: Socket | undefined
  let isClosed = false
  const between = createServer((socket) => {
    const behind = connect(server.port, '127.0.0.1')
    client = socket
    onward = behind
    isClosed = false
    socket.pipe(behind).pipe(socket)
    for (const each of [socket, behind]) each.on('error', () => {})
    socket.once('close', () => {
      isClosed = true
      behind.destroy()
    })
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  ends.push(
    () => server.stop(),
    () => between.close(),
  )
  return {
    port: (between.address() as { port: number }).port,
    isClosed: () => isClosed,
    hijack(begin: (socket: Socket) => void) {
      if (client === undefined || onward === undefined) throw new Error('Nobody has connected.')
      client.unpipe(onward)
      onward.unpipe(client)
      begin(client)
    },
  }
}

it('a session that nobody uses ends when much comes unasked', async () => {
  const turncoat = await startTurncoat()
  const session = await open(turncoat.port)
  const sink = recordingSink()
  await session.run('select 1', sink, signal())
  expect(sink.cells).toEqual([['"x"']])
  turncoat.hijack((socket) => socket.write(data(Buffer.alloc(dataBytes))))
  await expect.poll(turncoat.isClosed, { timeout: 10_000 }).toBe(true)
  await session.close()
})

it('what came on a connection that was given up is not kept', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const turncoat = await startTurncoat()
  const kept = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = kept()
  for (let round = 0; round < 3; round++) {
    const session = await open(turncoat.port)
    turncoat.hijack((socket) => {
      socket.once('data', () => {
        socket.write(identifierOf(64_000_000))
        flood(socket, data(Buffer.alloc(dataBytes)))
      })
      socket.resume()
    })
    const failure = await failureOf(session.run('select 1', recordingSink(), signal()))
    expect(String(failure)).toMatch(/A row of the result is larger than 16 MB/)
    await session.close()
  }
  await expect.poll(() => kept() - before, { timeout: 10_000 }).toBeLessThan(30_000_000)
})
