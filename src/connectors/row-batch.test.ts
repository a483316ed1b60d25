import { expect, it } from 'vitest'
import { rowBatch } from './row-batch.ts'

/** The number of rows in each batch. */
function batchesOf(rows: (string | null)[][]): number[] {
  const batch = rowBatch()
  const full = rows.map((row) => batch.add(row)).filter((rows) => rows !== null)
  return [...full, batch.rest()].map((rows) => rows.length)
}

it('cuts batches by number of rows, size of cells and number of cells', () => {
  expect(batchesOf(Array.from({ length: 2500 }, () => ['1']))).toEqual([1000, 1000, 500])
  expect(batchesOf(Array.from({ length: 5 }, () => ['x'.repeat(300_000)]))).toEqual([2, 2, 1])
  expect(Math.max(...batchesOf(Array.from({ length: 100 }, () => new Array(5000).fill(null))))).toBe(13)
})

it('refuses a row that is too large for a result', () => {
  expect(() => batchesOf([['x'.repeat(16_000_001)]])).toThrow('larger than 16 MB')
})
