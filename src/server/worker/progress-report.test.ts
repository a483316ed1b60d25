import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { progressReport } from './progress-report.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reports the first progress at once, then the newest one twice a second', async () => {
  const told: object[] = []
  const report = progressReport(async (progress) => void told.push(progress))
  for (const rows of [1, 2, 3]) report.note({ rows })
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([{ rows: 1 }])
  await vi.advanceTimersByTimeAsync(500)
  expect(told).toEqual([{ rows: 1 }, { rows: 3 }])
  await vi.advanceTimersByTimeAsync(5000)
  expect(told).toHaveLength(2)
  report.note({ fraction: 0.5, bytes: 10.5 })
  await vi.advanceTimersByTimeAsync(0)
  expect(told.at(-1)).toEqual({ fraction: 0.5, bytes: 10 })
})

it('passes on nothing that is no number of something, and nothing after its end', async () => {
  const told: object[] = []
  const report = progressReport(async (progress) => void told.push(progress))
  report.note({ fraction: 3, rows: Number.NaN, bytes: -1 })
  report.note({ fraction: 0.1 })
  await report.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual([{ fraction: 1 }])
})

it('goes on when a report fails', async () => {
  let calls = 0
  const report = progressReport(async () => {
    calls++
    throw new Error('the database is gone')
  })
  report.note({ rows: 1 })
  report.note({ rows: 2 })
  await vi.advanceTimersByTimeAsync(500)
  expect(calls).toBe(2)
  await report.stop()
})
