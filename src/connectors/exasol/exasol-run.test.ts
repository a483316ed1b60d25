import { describe, expect, it } from 'vitest'
import { rowsOf } from './exasol-run.ts'

async function read(data: string, width: number, count: number) {
  const rows: (string | null)[][] = []
  const failure = await rowsOf(data, width, count, async (row) => void rows.push(row)).catch(
    (error: Error) => error.message,
  )
  return { rows, failure }
}

describe('the columns of an answer', () => {
  it('are rows', async () => {
    expect(await read('[[1,null],["a,b","c"]]', 2, 2)).toEqual({
      rows: [
        ['1', '"a,b"'],
        [null, '"c"'],
      ],
    })
  })

  it('are cut row by row, not as a whole before', async () => {
    const { rows, failure } = await read('[[1,2,3],[4,5]]', 2, 3)
    expect(rows).toEqual([
      ['1', '4'],
      ['2', '5'],
    ])
    expect(failure).toContain('another length')
  })

  it.each([
    ['[[1,2,3]]', 1, 2, 'another length'],
    ['[[1],[2]]', 1, 1, 'more columns'],
    ['[[1]]', 2, 1, 'less columns'],
    ['[]', 0, 1_000_000_000, 'less columns'],
  ])('%s are refused for %d columns and %d rows', async (data, width, count, message) => {
    expect((await read(data, width, count)).failure).toContain(message)
  })
})
