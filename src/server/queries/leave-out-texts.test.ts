import { expect, it } from 'vitest'
import { leaveOutOptions, leaveOutTexts } from './leave-out-texts.ts'

const long = { query: 'x'.repeat(1_000_000), options: { a: 'x'.repeat(250_000) } }
const short = { query: 'x'.repeat(32_000), options: { a: '1' } }
const queries = new Map([
  [1, long],
  [2, short],
])
const copies = (id: number, count: number) => Array.from({ length: count }, () => id)

it('keeps the texts of all usual replies', () => {
  expect(leaveOutTexts(queries, [...copies(1, 15), ...copies(2, 30)])).toBe(queries)
  expect(leaveOutTexts(queries, copies(2, 500))).toBe(queries)
})

it('leaves out long texts when all copies together are too much, and says so', () => {
  const left = leaveOutTexts(queries, [...copies(1, 17), 2, 3])
  expect([...left]).toEqual([
    [1, { query: '', is_text_left_out: true, options: long.options }],
    [2, short],
  ])
})

it('leaves out large options in the same way', () => {
  expect(leaveOutOptions(queries, copies(1, 60))).toBe(queries)
  expect([...leaveOutOptions(queries, [...copies(1, 70), 2, 3])]).toEqual([
    [1, { ...long, options: {} }],
    [2, short],
  ])
})
