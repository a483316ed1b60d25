import { expect, it } from 'vitest'
import { settleMilliseconds, steadiness } from './steadiness.ts'

const hour = 3_600_000

/** Looks every two seconds from `from` on and returns after how many milliseconds it is steady. */
function settles(watch: ReturnType<typeof steadiness>, from: number): number {
  for (let at = from; ; at += 2000) if (watch.looked(at)) return at - from
}

it('declares no worker dead before all had time to send a heartbeat', () => {
  expect(settles(steadiness(), hour)).toBeGreaterThanOrEqual(settleMilliseconds)
})

it.each([
  ['the machine slept, or the clock went forward', hour],
  ['the clock went back', -hour],
])('starts again when %s', (_, jump) => {
  const watch = steadiness()
  const steadyAt = 10 * hour + settles(watch, 10 * hour)
  expect(watch.looked(steadyAt + 2000)).toBe(true)
  expect(settles(watch, steadyAt + jump)).toBeGreaterThanOrEqual(settleMilliseconds)
})

it('starts again after a database outage, but not when its clock goes back a little', () => {
  const watch = steadiness()
  const steadyAt = hour + settles(watch, hour)
  expect(watch.looked(steadyAt - 500)).toBe(true)
  watch.lost()
  expect(settles(watch, steadyAt + 1000)).toBeGreaterThanOrEqual(settleMilliseconds)
})
