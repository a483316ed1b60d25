import { EventEmitter } from 'node:events'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inTurn, type ReadingTurns, takingTurns } from './reading-turns.ts'

/** Longer than a turn. */
const long = 30

function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

/** Reads for a long time whenever it flows. */
function endless(name: string, read: string[], isEmpty = false) {
  const stream = Object.assign(new EventEmitter(), {
    isFlowing: false,
    pause() {
      stream.isFlowing = false
    },
    resume() {
      stream.isFlowing = true
      queueMicrotask(() => {
        if (!stream.isFlowing) return
        turns.read(() => {
          read.push(name)
          busy(long)
          return isEmpty
        })
      })
    },
  })
  const turns: ReadingTurns = takingTurns(stream)
  return { stream, turns }
}

it('connections share a turn, and take it one after the other', async () => {
  const read: string[] = []
  const all = ['a', 'b', 'c'].map((name) => endless(name, read))
  for (const { stream } of all) stream.resume()
  const counts: number[] = []
  for (let tick = 0; tick < 12; tick++) {
    const before = read.length
    await nextTick()
    counts.push(read.length - before)
  }
  for (const { stream } of all) stream.emit('close')
  for (const { stream } of all) stream.pause()
  expect(Math.max(...counts)).toBe(1)
  expect(new Set(read.slice(0, 3))).toEqual(new Set(['a', 'b', 'c']))
  expect(read.slice(3, 6)).toEqual(read.slice(0, 3))
})

it('a connection of empty messages waits as long as was read', async () => {
  const read: string[] = []
  const { stream } = endless('a', read, true)
  const begun = performance.now()
  stream.resume()
  await sleep(300)
  stream.emit('close')
  stream.pause()
  expect(read.length).toBeLessThanOrEqual((performance.now() - begun) / (2 * long) + 1)
  expect(read.length).toBeGreaterThan(1)
})

it('work of a held connection waits, and other work counts too', async () => {
  const read: string[] = []
  const { stream, turns } = endless('a', read)
  let done = 0
  turns.whenFree(() => done++)
  expect(done).toBe(1)
  inTurn(() => busy(long))
  turns.whenFree(() => done++)
  expect(done).toBe(1)
  stream.resume()
  expect(stream.isFlowing).toBe(false)
  stream.pause()
  await sleep(20)
  expect([done, stream.isFlowing, read]).toEqual([2, false, []])
  stream.emit('close')
})
