// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRepeatedly } from './use-repeatedly.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const actsWithin = (interval: number | null, seconds: number) => {
  let acts = 0
  const { unmount } = renderHook(() => useRepeatedly(interval, () => acts++))
  vi.advanceTimersByTime(seconds * 1000)
  unmount()
  return acts
}

it('acts after each interval, and never without one', () => {
  expect(actsWithin(60, 59)).toBe(0)
  expect(actsWithin(60, 185)).toBe(3)
  expect(actsWithin(null, 1000)).toBe(0)
})

it('waits for intervals that are longer than a timer can wait', () => {
  expect(actsWithin(3_000_000, 100)).toBe(0)
  expect(actsWithin(999_999_999, 100)).toBe(0)
})
