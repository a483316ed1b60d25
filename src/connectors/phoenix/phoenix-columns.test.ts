import { describe, expect, it } from 'vitest'
import { rowBudget } from '../wire-budget.ts'
import { FieldReader, fields } from './avatica-wire.ts'
import { readCell } from './phoenix-columns.ts'

/** The cell, and how often other work could have had its turn. */
function read(bytes: Buffer) {
  const work = readCell(new FieldReader(bytes, rowBudget()))
  for (let steps = 0; ; steps++) {
    const { done, value } = work.next()
    if (done === true) return { cell: value, steps }
  }
}

const [listItem, scalar, textOfValue, itemOfValue, typeString, typeList] = [2, 4, 3, 8, 21, 27]
/** fields of two bytes, which have nothing in them */
const empty = (field: number, count: number) => Buffer.alloc(count * 2, Buffer.from([field * 8 + 2, 0]))
const word = (text: string) => fields().number(1, typeString).text(textOfValue, text).done()

describe('a cell', () => {
  it('that is a list is JSON', () => {
    const inner = fields().number(1, typeList).bytes(itemOfValue, word('b')).done()
    const cell = fields().bytes(listItem, word('a"')).bytes(listItem, inner).done()
    expect(read(cell).cell).toBe('["a\\"",["b"]]')
  })

  it('with a long list is read in steps', () => {
    expect(read(empty(listItem, 10_000)).steps).toBe(10_000)
  })

  it.each([
    ['with a million and more empty elements', empty(listItem, 1_100_000)],
    ['with as many empty texts in one value', fields().bytes(scalar, empty(textOfValue, 1_100_000)).done()],
    ['with as many fields that nobody reads', empty(15, 1_100_000)],
  ])('%s is refused', (_, cell) => {
    expect(() => read(cell)).toThrow('a row of the result of too many or too long parts')
  })
})
