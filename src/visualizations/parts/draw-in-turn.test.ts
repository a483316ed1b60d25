import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawInTurn } from './draw-in-turn.ts'

let drawn: string[]

beforeEach(() => {
  drawn = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const draw = (name: string) => () => void drawn.push(name)

it('draws one picture a task, in the order in which they came', () => {
  drawInTurn(draw('a'))
  drawInTurn(draw('b'))
  expect(drawn).toEqual([])
  vi.advanceTimersToNextTimer()
  expect(drawn).toEqual(['a'])
  vi.advanceTimersToNextTimer()
  expect(drawn).toEqual(['a', 'b'])
  expect(vi.getTimerCount()).toBe(0)
})

it('leaves out what was given up', () => {
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

it('takes its turn anew after a pause', () => {
  drawInTurn(draw('a'))
  vi.runAllTimers()
  drawInTurn(draw('b'))
  vi.runAllTimers()
  expect(drawn).toEqual(['a', 'b'])
})
