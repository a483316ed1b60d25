import { expect, it } from 'vitest'
import { createThread } from './create-thread.ts'

/** Echoes its input; the request `endless` never ends, and `waiting` does nothing for a moment, as on a busy machine. */
const program = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', (request) => {
  if (request === 'endless') for (;;) {}
  if (request === 'waiting') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  if (request === 'broken') throw new Error('a bug')
  parentPort.postMessage(request + '!')
})
parentPort.postMessage('ready')`

const start = (limits = {}) =>
  createThread<string, string>({
    module: new URL(
      `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('/');${program}`)}`,
    ),
    maxMilliseconds: 3000,
    maxWaiting: 10,
    maxWaitingOfOne: 10,
    memoryMb: 32,
    ...limits,
  })

it('answers one request after the other', async () => {
  const thread = start()
  const ask = (request: string) => thread(request, 'a person')
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(
    ['a!', 'b!', 'c!'].map((answer) => ({ kind: 'answer', answer })),
  )
})

it('stops endless work while the event loop keeps running, and answers the next request', async () => {
  const thread = start()
  const ask = (request: string) => thread(request, 'a person')
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const late = ask('endless')
  const next = ask('a')
  expect(await late).toEqual({ kind: 'late' })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
  expect(await next).toEqual({ kind: 'answer', answer: 'a!' })
})

it('lets a request wait for the machine longer than it may compute', async () => {
  const ask = start({ maxMilliseconds: 250 })
  expect(await ask('waiting', 'a person')).toEqual({ kind: 'answer', answer: 'waiting!' })
  expect(await ask('endless', 'a person')).toEqual({ kind: 'late' })
})

it('rejects with the error of a bug, and answers the next request', async () => {
  const thread = start()
  const ask = (request: string) => thread(request, 'a person')
  await expect(ask('broken')).rejects.toThrow('a bug')
  expect(await ask('a')).toEqual({ kind: 'answer', answer: 'a!' })
})

it('answers the first request of each owner before the second one of any', async () => {
  const ask = start()
  const order: string[] = []
  const note = async (request: string, owner: string) => {
    await ask(request, owner)
    order.push(request)
  }
  await Promise.all([...['a1', 'a2', 'a3'].map((request) => note(request, 'a')), note('b1', 'b')])
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3'])
})

it('limits the number of waiting requests, of one owner and of all', async () => {
  const ask = start({ maxWaiting: 3, maxWaitingOfOne: 1 })
  const asked = ['a', 'a', 'a', 'b', 'c', 'd'].map((owner) => ask('x', owner))
  // one is worked on, three wait
  expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual([
    ...['answer', 'answer', 'many', 'answer', 'answer', 'busy'],
  ])
})
