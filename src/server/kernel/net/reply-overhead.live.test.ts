import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { makeTestCertificate } from '#test/live/certificates.ts'
import { createOutboundFetch } from './outbound-guard.ts'

const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

/** Answers each request as `answer` writes. */
async function serve(answer: (socket: Socket, request: number) => void, tls = false): Promise<string> {
  const connected = (socket: Socket) => {
    let requests = 0
    closings.push(() => socket.destroy())
    socket.on('error', () => {})
    socket.on('data', () => answer(socket, ++requests))
  }
  const server = tls ? await tlsServer(connected) : createServer(connected)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => server.close())
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as { port: number }).port}/`
}

async function tlsServer(connected: (socket: Socket) => void) {
  const made = await makeTestCertificate()
  closings.push(() => made.remove())
  return createTlsServer({ key: made.key, cert: made.certificate }, connected)
}

/** Far above what a request may read, plus what the sockets and TLS keep in between. */
const maxSent = 50_000_000

/** Writes without end. */
function flood(socket: Socket, head: string, unit: string) {
  socket.write(head)
  const bytes = Buffer.from(unit.repeat(Math.ceil(60_000 / unit.length)))
  const write = () => {
    while (!socket.destroyed && socket.writable)
      if (!socket.write(bytes)) return void socket.once('drain', write)
  }
  write()
}

const fetch = createOutboundFetch({ allowedPrivateHosts: ['127.0.0.1'], version: null })

/** The body, or what went wrong. */
async function read(url: string): Promise<string> {
  try {
    return await (await fetch(url, { verify: false }, AbortSignal.timeout(30_000))).text()
  } catch (error) {
    return `error: ${((error as Error).cause as Error | undefined)?.message ?? ''} ${(error as Error).message}`
  }
}

const earlyHints = 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'

describe.each([false, true])('over TLS: %s', (tls) => {
  it('a few informational responses come before the answer', async () => {
    const url = await serve(
      (socket) => socket.write(`${earlyHints.repeat(20)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`),
      tls,
    )
    expect(await read(url)).toBe('ok')
    expect(await read(url)).toBe('ok')
  })

  it.each([
    ['informational responses', '', earlyHints, 'informational'],
    ['empty lines before the answer', '', '\r\n', 'more than the reply'],
    ['a reason', 'HTTP/1.1 200 ', 'x', 'more than the reply'],
    ['spaces before the value of a header', 'HTTP/1.1 200 OK\r\na:', ' ', 'more than the reply'],
    ['headers', 'HTTP/1.1 200 OK\r\n', 'a: b\r\n', 'Headers Overflow'],
    ['the extension of a chunk', `${chunked}1;`, 'x', 'more than the reply'],
    ['extensions of chunks', chunked, `1;${'x'.repeat(50)}\r\n \r\n`, 'more than the reply'],
    ['trailers', `${chunked}1\r\n1\r\n0\r\n`, 'a: b\r\n', 'Headers Overflow'],
    ['spaces before the value of a trailer', `${chunked}1\r\n1\r\n0\r\na:`, ' ', 'more than the reply'],
  ])('endless %s end the request', async (_, head, unit, message) => {
    let flooded: Socket | undefined
    const url = await serve((socket) => {
      flooded = socket
      flood(socket, head, unit)
    }, tls)
    expect(await read(url)).toContain(message)
    expect(flooded?.bytesWritten).toBeLessThan(maxSent)
  })
})

it('what earlier replies over a connection took does not count', async () => {
  const padding = 'x'.repeat(20_000)
  let most = 0
  const url = await serve((socket, request) => {
    most = Math.max(most, request)
    socket.write(`${chunked}2;${padding}\r\nok\r\n0\r\n\r\n`)
  })
  for (let at = 0; at < 150; at++) expect(await read(url)).toBe('ok')
  expect(most).toBeGreaterThan(60)
})

it('a server that floods does not keep others waiting', async () => {
  const quiet = await serve((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'))
  const sockets: Socket[] = []
  const rogue = await serve((socket) => {
    sockets.push(socket)
    flood(socket, '', earlyHints)
  })
  const floods = Promise.all(Array.from({ length: 6 }, () => read(rogue)))
  expect(await read(quiet)).toBe('ok')
  expect(sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)).toBeLessThan(6 * maxSent)
  expect((await floods).every((text) => text.includes('informational'))).toBe(true)
})
