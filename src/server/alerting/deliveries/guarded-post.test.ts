import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { DeliveryFailed } from '#destinations/destination.ts'
import { createOutboundFetch } from '../../kernel/net/outbound-guard.ts'
import { guardedPost } from './guarded-post.ts'

const now = new Date('2026-03-01T12:00:00Z')
const fetch = createOutboundFetch({
  ...{ allowedPrivateHosts: ['127.0.0.1'], version: '1.2.3', followsRedirects: false },
})
let server: Server | null = null

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

async function postTo(listener: RequestListener, signal = new AbortController().signal) {
  const started = createServer(listener)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  const post = guardedPost(fetch, { signal, now: () => now, timeout: 20_000 })
  const { port } = started.address() as AddressInfo
  return await post(`http://127.0.0.1:${port}/`, { headers: {}, body: '{}' }).catch((error) => error)
}

it.each([
  ['7', 7],
  ['1.5', 2],
  ['Sun, 01 Mar 2026 12:02:00 GMT', 120],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['soon', null],
])('reads Retry-After: %s', async (text, seconds) => {
  const failure = await postTo((_, reply) => reply.writeHead(429, { 'retry-after': text }).end())
  expect(failure).toBeInstanceOf(DeliveryFailed)
  expect(failure).toMatchObject({ status: 429, retryAfter: seconds, isFinal: false })
})

it.each([
  [400, true],
  [404, true],
  [408, false],
  [425, false],
  [429, false],
  [500, false],
  [599, false],
])('%i is final: %s', async (status, isFinal) => {
  expect(await postTo((_, reply) => reply.writeHead(status).end())).toMatchObject({ status, isFinal })
})

it('reads only the beginning of an answer, and quotes less of it', async () => {
  const long = 'x'.repeat(5_000_000)
  expect((await postTo((_, reply) => reply.end(long))).text).toHaveLength(16_384)
  const failure = await postTo((_, reply) => reply.writeHead(400).end(`a\n  b\t${long}`))
  expect(failure.message).toBe(`The answer was 400 Bad Request: a b ${'x'.repeat(296)}`)
})

it('ends with its signal, which is not a failure of the channel', async () => {
  const stopping = new AbortController()
  const failure = await postTo(() => stopping.abort(), stopping.signal)
  expect(failure).not.toBeInstanceOf(DeliveryFailed)
  expect(failure.name).toBe('AbortError')
})
