import { expect, it } from 'vitest'
import { maxRowLength } from './result-limits.ts'
import { WireBudget } from './wire-budget.ts'

it('counts objects that take far more memory than their bytes on the wire', () => {
  const budget = new WireBudget(1_000_000, 'an answer')
  budget.spend(10_000)
  expect(() => budget.spend(10_000)).toThrow('The server sent an answer of too many or too long parts')
})

it('refuses a count before anything is built of it', () => {
  const budget = new WireBudget(1_000_000, 'an answer')
  budget.spendCount(100, 400, 4)
  expect(() => budget.spendCount(101, 400, 4)).toThrow('more elements than its message can have')
  expect(() => budget.spendCount(-1, 400)).toThrow('more elements than its message can have')
  expect(() => budget.spendCount(1_000_000, 1_000_000)).toThrow('more than 1 MB of memory')
})

it('refuses texts and bytes that no row can have', () => {
  const budget = () => new WireBudget(100_000_000, 'a row of the result')
  const longest = Buffer.alloc(maxRowLength, 'x')
  expect(budget().text(longest)).toHaveLength(maxRowLength)
  expect(() => budget().text(Buffer.alloc(maxRowLength + 1, 'x'))).toThrow('A row of the result is larger')
  expect(budget().text(Buffer.from('漢字'))).toBe('漢字')
  expect(budget().hex(Buffer.from([0, 255]))).toBe('00ff')
  expect(() => budget().hex(longest)).toThrow('A row of the result is larger')
})
