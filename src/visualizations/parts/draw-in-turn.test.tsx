// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawInTurn, useTurn } from './draw-in-turn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('drawInTurn', () => {
  let drawn: string[]

  beforeEach(() => {
    drawn = []
  })

  const draw = (name: string) => () => void drawn.push(name)

  it('draws one visualization per task, first come, first served', () => {
    drawInTurn(draw('a'))
    drawInTurn(draw('b'))
    expect(drawn).toEqual([])
    vi.advanceTimersToNextTimer()
    expect(drawn).toEqual(['a'])
    vi.advanceTimersToNextTimer()
    expect(drawn).toEqual(['a', 'b'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('skips a cancelled visualization', () => {
    drawInTurn(draw('a'))
    drawInTurn(draw('b'))()
    drawInTurn(draw('c'))
    vi.runAllTimers()
    expect(drawn).toEqual(['a', 'c'])
  })

  it('draws the others when one fails', () => {
    drawInTurn(() => {
      throw new Error('no room')
    })
    drawInTurn(draw('b'))
    expect(() => vi.advanceTimersToNextTimer()).toThrow('no room')
    vi.runAllTimers()
    expect(drawn).toEqual(['b'])
  })

  it('starts again after an idle time', () => {
    drawInTurn(draw('a'))
    vi.runAllTimers()
    drawInTurn(draw('b'))
    vi.runAllTimers()
    expect(drawn).toEqual(['a', 'b'])
  })
})

describe('useTurn', () => {
  const turn = (isReady: boolean) => renderHook(useTurn, { initialProps: isReady })
  const nextTask = () => act(() => void vi.advanceTimersToNextTimer())

  it('gives each ready component its turn, one per task, first come, first served', () => {
    const [first, second] = [turn(true), turn(true)]
    expect([first.result.current, second.result.current]).toEqual([false, false])
    nextTask()
    expect([first.result.current, second.result.current]).toEqual([true, false])
    nextTask()
    expect([first.result.current, second.result.current]).toEqual([true, true])
  })

  it('skips components that are not ready or were unmounted', () => {
    const [early, gone, late] = [turn(false), turn(true), turn(true)]
    gone.unmount()
    nextTask()
    expect([early.result.current, late.result.current]).toEqual([false, true])
    early.rerender(true)
    nextTask()
    expect(early.result.current).toBe(true)
  })

  it('never takes a turn back', () => {
    const { result, rerender } = turn(true)
    nextTask()
    rerender(false)
    expect(result.current).toBe(true)
  })
})
