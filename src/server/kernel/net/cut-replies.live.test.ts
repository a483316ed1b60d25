import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { makeTestCertificate } from '#test/live/certificates.ts'
import { createOutboundFetch } from './outbound-guard.ts'

const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => server.close())
  return (server.address() as AddressInfo).port
}

async function certificate() {
  const made = await makeTestCertificate()
  closings.push(() => made.remove())
  return { key: made.key, cert: made.certificate }
}

/** The body as it is read, or what went wrong. */
async function read(url: string): Promise<string> {
  const fetch = createOutboundFetch({ allowedPrivateHosts: ['127.0.0.1'], version: null })
  const reply = await fetch(url, { verify: false }, AbortSignal.timeout(5000))
  return await reply.text().catch((error: Error) => `error: ${(error.cause as Error | undefined)?.message}`)
}

const start = 'HTTP/1.1 200 OK\r\n'
const body = 'a,b\n1,2\n'
const heads: Record<string, string> = {
  'neither length nor chunks': '\r\n',
  'connection: close': 'connection: close\r\n\r\n',
  'a length': 'content-length: 100\r\n\r\n',
  'a length and connection: close': 'content-length: 100\r\nconnection: close\r\n\r\n',
  chunks: 'transfer-encoding: chunked\r\n\r\nff\r\n',
}
const replyThenEnd = (head: string, end: (socket: Socket) => void) =>
  createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(`${start}${head}${body}`)
      setTimeout(() => end(socket), 100)
    })
  })

it.each(Object.keys(heads))('a reply with %s whose connection is reset is an error', async (head) => {
  const server = replyThenEnd(heads[head] ?? '', (socket) => socket.resetAndDestroy())
  expect(await read(`http://127.0.0.1:${await portOf(server)}/`)).toMatch(/^error: the connection was reset/)
})

it.each(Object.keys(heads))(
  'a reply with %s whose connection ends is whole only without a length',
  async (head) => {
    const server = replyThenEnd(heads[head] ?? '', (socket) => socket.end())
    const isWhole = !/length:|chunked/.test(heads[head] ?? '')
    expect(await read(`http://127.0.0.1:${await portOf(server)}/`)).toMatch(isWhole ? body : /^error: ./)
  },
)

/** below TLS */
const rawOf = (socket: Socket) => (socket as unknown as { _parent: Socket })._parent

it('a reply without a length over TLS whose connection is reset is an error', async () => {
  const server = createTlsServer(await certificate(), (socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(`${start}\r\n${body}`)
      setTimeout(() => rawOf(socket).resetAndDestroy(), 100)
    })
  })
  expect(await read(`https://127.0.0.1:${await portOf(server)}/`)).toMatch(/^error: /)
})

const frame = (type: number, flags: number, stream: number, payload: Buffer) => {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}
/** RST_STREAM */
const reset = (code: number) => frame(3, 0, 1, Buffer.from([0, 0, 0, code]))
const goAway = frame(7, 0, 0, Buffer.alloc(8))

// by hand, as Node's own server ends a stream before it resets it; HTTP/1.1 is a way out for the client
it.each([
  ['is reset without an error', (socket: Socket) => socket.write(reset(0))],
  ['is reset', (socket: Socket) => socket.write(reset(2))],
  ['is cancelled', (socket: Socket) => socket.write(reset(8))],
  ['is left behind', (socket: Socket) => socket.end(goAway)],
  ['ends with its connection', (socket: Socket) => socket.end()],
  ['is reset with its connection', (socket: Socket) => rawOf(socket).resetAndDestroy()],
])('a stream of HTTP/2 that %s is an error', async (_, end) => {
  const options = { ...(await certificate()), ALPNProtocols: ['h2', 'http/1.1'] }
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => {})
    if (socket.alpnProtocol !== 'h2') {
      socket.end(`${start}connection: close\r\ncontent-length: 100\r\n\r\n${body}`)
      return
    }
    const status200 = Buffer.from([0x88])
    socket.write(frame(4, 0, 0, Buffer.alloc(0)))
    socket.once('data', () => {
      socket.write(frame(4, 1, 0, Buffer.alloc(0)))
      setTimeout(() => {
        socket.write(Buffer.concat([frame(1, 4, 1, status200), frame(0, 0, 1, Buffer.from(body))]))
        setTimeout(() => end(socket), 100)
      }, 100)
    })
  })
  expect(await read(`https://127.0.0.1:${await portOf(server)}/`)).toMatch(/^error: /)
})

it('a reply that has all bytes of its length is whole for a slow reader too, though the connection ends unannounced', async () => {
  const whole = Buffer.alloc(3_000_000, 'x')
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(`${start}content-length: ${whole.length}\r\n\r\n`)
      socket.end(whole)
    })
  })
  const url = `http://127.0.0.1:${await portOf(server)}/`
  for (let count = 0; count < 10; count++) {
    // another one each time: the connection of the last reply may not have ended yet
    const fetch = createOutboundFetch({ allowedPrivateHosts: ['127.0.0.1'], version: null })
    const reply = await fetch(url, { keepsPacked: true }, AbortSignal.timeout(20_000))
    let length = 0
    for await (const part of reply.body as unknown as AsyncIterable<Uint8Array>) {
      length += part.length
      await delay(2)
    }
    expect(length).toBe(whole.length)
  }
})
