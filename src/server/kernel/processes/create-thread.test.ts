import { expect, it } from 'vitest'
import { createThread } from './create-thread.ts'

/** Echoes its input; the request `endless` never ends. */
const program = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', (request) => {
  if (request === 'endless') for (;;) {}
  if (request === 'broken') throw new Error('a bug')
  parentPort.postMessage(request + '!')
})
parentPort.postMessage('ready')`

const start = (maxWaiting = 10) =>
  createThread<string, string>({
    module: new URL(
      `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('/');${program}`)}`,
    ),
    maxMilliseconds: 3000,
    maxWaiting,
    memoryMb: 32,
  })

it('answers one request after the other', async () => {
  const ask = start()
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(
    ['a!', 'b!', 'c!'].map((answer) => ({ kind: 'answer', answer })),
  )
})

it('stops endless work while the event loop keeps running, and answers the next request', async () => {
  const ask = start()
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const late = ask('endless')
  const next = ask('a')
  expect(await late).toEqual({ kind: 'late' })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
  expect(await next).toEqual({ kind: 'answer', answer: 'a!' })
})

it('rejects with the error of a bug, and answers the next request', async () => {
  const ask = start()
  await expect(ask('broken')).rejects.toThrow('a bug')
  expect(await ask('a')).toEqual({ kind: 'answer', answer: 'a!' })
})

it('limits the number of waiting requests', async () => {
  const ask = start(1)
  const kinds = (await Promise.all(['a', 'b', 'c', 'd'].map(ask))).map(({ kind }) => kind)
  expect(kinds).toEqual(['answer', 'answer', 'busy', 'busy'])
})
