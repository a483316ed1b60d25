import { describe, expect, it } from 'vitest'
import { rowBudget } from '../wire-budget.ts'
import { type IgniteCell, readCell } from './ignite-cells.ts'
import { IgniteReader } from './ignite-wire.ts'

const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}
const [nothing, boolean, text, booleans, objects] = [101, 8, 9, 19, 23]
const list = (count: number, ...items: Buffer[]) =>
  Buffer.concat([Buffer.from([objects]), int(0), int(count), ...items])

/** The cell, and how often other work could have had its turn. */
function read(bytes: Buffer): { cell: IgniteCell | null; steps: number } {
  const clock = { date: 0, time: 0 }
  const work = readCell({ reader: new IgniteReader(bytes), clock, budget: rowBudget() })
  for (let steps = 0; ; steps++) {
    const { done, value } = work.next()
    if (done === true) return { cell: value, steps }
  }
}

describe('a list', () => {
  it('of values of all kinds is JSON', () => {
    const inner = list(2, Buffer.from([boolean, 1]), Buffer.from([nothing]))
    const word = Buffer.concat([Buffer.from([text]), int(2), Buffer.from('"x')])
    expect(read(list(3, inner, word, Buffer.from([booleans, 1, 0, 0, 0, 0]))).cell).toEqual({
      type: null,
      json: '[[true,null],"\\"x",[false]]',
    })
  })

  it('that is long is read in steps', () => {
    const { cell, steps } = read(list(50_000, Buffer.alloc(50_000, nothing)))
    expect(cell?.json).toHaveLength(50_000 * 5 + 1)
    expect(steps).toBeGreaterThanOrEqual(50_000)
  })

  it.each([
    ['of two million empty values', list(2_000_000, Buffer.alloc(2_000_000, nothing)), 'more than 64 MB'],
    [
      'of lists with as many',
      list(4, ...Array.from({ length: 4 }, () => list(300_000, Buffer.alloc(300_000, nothing)))),
      'more than 64 MB',
    ],
    [
      'with more elements than bytes',
      list(1000, Buffer.alloc(10, nothing)),
      'more elements than its message',
    ],
    ['of fewer elements than none', list(-1), 'more elements than its message'],
  ])('%s is refused', (_, bytes, message) => {
    expect(() => read(bytes)).toThrow(message)
  })
})

it('a text that no row can hold is refused before it is encoded', () => {
  const bytes = Buffer.concat([Buffer.from([text]), int(17_000_000), Buffer.alloc(17_000_000)])
  expect(() => read(bytes)).toThrow('A row of the result is larger')
})
