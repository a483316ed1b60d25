import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { answerError } from './answer-error.ts'
import { addBodyRoom } from './body-room.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Users are told apart by a header. */
async function server(room: { ofCaller: number; ofProcess: number }): Promise<number> {
  const app: FastifyInstance = fastify({ bodyLimit: 8_000_000 })
  app.setErrorHandler(answerError)
  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request) => {
    const user = Number(request.headers['x-user'] ?? 0)
    if (user > 0) request.actor = { user_id: user } as typeof request.actor
  })
  addBodyRoom(app, room)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/', async (request) => ({ bytes: (request.body as Buffer).length }))
  closing.push(async () => {
    const closed = app.close()
    // a connection whose body was refused half sent is not idle
    app.server.closeAllConnections()
    await closed
  })
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

/** Sends all of a body but its last byte. */
async function halfSent(port: number, user: number, bytes: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  closing.push(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\nx-user: ${user}\r\ncontent-length: ${bytes}\r\n\r\n`)
  socket.write(Buffer.alloc(bytes - 1, 97))
  return socket
}

async function post(port: number, user: number, bytes: number, headers = {}): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}/`, {
    ...{ method: 'POST', body: Buffer.alloc(bytes), headers: { 'x-user': String(user), ...headers } },
  })
  await reply.text()
  return reply.status
}

it('holds only so many bytes of one caller, and tells them at once', async () => {
  const port = await server({ ofCaller: 2_000_000, ofProcess: 100_000_000 })
  const stopped = await halfSent(port, 1, 1_500_000)
  await expect.poll(() => post(port, 1, 1_000_000)).toBe(429)
  // others, and small bodies, go on
  expect(await post(port, 2, 1_000_000)).toBe(200)
  expect(await post(port, 1, 200_000)).toBe(200)
  stopped.write('a')
  await once(stopped, 'data')
  await expect.poll(() => post(port, 1, 1_000_000)).toBe(200)
})

it('has room again when a client leaves in the middle', async () => {
  const port = await server({ ofCaller: 2_000_000, ofProcess: 100_000_000 })
  const stopped = await halfSent(port, 1, 1_500_000)
  await expect.poll(() => post(port, 1, 1_000_000)).toBe(429)
  stopped.destroy()
  await expect.poll(() => post(port, 1, 1_000_000)).toBe(200)
})

it('holds only so many bytes of all', async () => {
  const port = await server({ ofCaller: 2_000_000, ofProcess: 3_000_000 })
  await halfSent(port, 1, 1_500_000)
  await halfSent(port, 2, 1_400_000)
  await expect.poll(() => post(port, 3, 1_000_000)).toBe(503)
  expect(await post(port, 3, 100_000)).toBe(200)
})
