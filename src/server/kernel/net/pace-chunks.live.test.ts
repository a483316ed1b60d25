import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createOutboundFetch } from './outbound-guard.ts'

const closings: (() => unknown)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

/** Answers each request with a reply in chunks, which `send` writes. */
async function serve(send: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    closings.push(() => socket.destroy())
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      send(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}

const fetch = createOutboundFetch({ allowedPrivateHosts: ['127.0.0.1'], version: null })
const chunked = (parts: readonly Buffer[]) =>
  Buffer.concat(
    parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
  )

it('a body comes as it was sent, in whatever chunks', async () => {
  const sizes = Array.from({ length: 40_000 }, (_, at) => (at % 500 === 0 ? 5000 : at % 97 === 0 ? 1023 : 1))
  const parts = sizes.map((size) => randomBytes(size))
  const url = await serve((socket) => socket.write(Buffer.concat([chunked(parts), Buffer.from('0\r\n\r\n')])))
  const reply = await fetch(url, {}, AbortSignal.timeout(20_000))
  expect(Buffer.from(await reply.arrayBuffer()).equals(Buffer.concat(parts))).toBe(true)
})

it('a few bytes come soon although the body goes on', async () => {
  const url = await serve((socket) => socket.write(chunked([Buffer.from('a'), Buffer.from('b')])))
  const reader = (await fetch(url, {}, AbortSignal.timeout(5000))).body?.getReader()
  let text = ''
  while (text.length < 2) text += Buffer.from((await reader?.read())?.value ?? []).toString()
  expect(text).toBe('ab')
  await reader?.cancel()
})

it('a server that sends each byte as a chunk is read slowly', async () => {
  const bytes = chunked(Array.from({ length: 10_000 }, () => Buffer.from('x')))
  const url = await serve((socket) => {
    const write = () => {
      while (!socket.destroyed) if (!socket.write(bytes)) return void socket.once('drain', write)
    }
    write()
  })
  const started = performance.now()
  let read = 0
  const reply = await fetch(url, {}, AbortSignal.timeout(30_000))
  for await (const part of reply.body as unknown as AsyncIterable<Uint8Array>) {
    read += part.length
    if (read > 50_000) break
  }
  // a busy machine makes it slower still
  const windows = Math.ceil((performance.now() - started) / 250) + 1
  expect(read).toBeGreaterThan(50_000)
  expect(read).toBeLessThanOrEqual(windows * 12_000)
})
