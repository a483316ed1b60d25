// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTurn } from './use-turn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const turn = (isReady: boolean) => renderHook(useTurn, { initialProps: isReady })
const nextTask = () => act(() => void vi.advanceTimersToNextTimer())

it('gives one that is ready its turn a task, in the order in which they came', () => {
  const [first, second] = [turn(true), turn(true)]
  expect([first.result.current, second.result.current]).toEqual([false, false])
  nextTask()
  expect([first.result.current, second.result.current]).toEqual([true, false])
  nextTask()
  expect([first.result.current, second.result.current]).toEqual([true, true])
})

it('gives none to what is not ready, or has gone', () => {
  const [early, gone, late] = [turn(false), turn(true), turn(true)]
  gone.unmount()
  nextTask()
  expect([early.result.current, late.result.current]).toEqual([false, true])
  early.rerender(true)
  nextTask()
  expect(early.result.current).toBe(true)
})

it('takes no turn back', () => {
  const { result, rerender } = turn(true)
  nextTask()
  rerender(false)
  expect(result.current).toBe(true)
})
