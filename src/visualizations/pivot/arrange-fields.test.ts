import { describe, expect, it } from 'vitest'
import { arrangementOf, moveField, slotAfterKey, slotBeside, slotName } from './arrange-fields.ts'
import { optionsOf } from './pivot-samples.ts'

const columns = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }))
const options = optionsOf({ rows: ['a', 'b', 'gone'], cols: ['c'], hiddenAttributes: ['e'] })
const arrangement = arrangementOf(columns, options)

describe('arranging fields', () => {
  it('shows used and unused fields, without hidden ones', () => {
    expect(arrangement).toEqual({ unused: ['d'], cols: ['c'], rows: ['a', 'b', 'gone'] })
  })

  it('moves a field before another, to the end, or away', () => {
    const to = (field: string, area: 'rows' | 'cols' | 'unused', index: number) =>
      moveField(arrangement, options, field, { area, index })
    expect(to('d', 'rows', 1)).toEqual({ rows: ['a', 'd', 'b', 'gone'], cols: ['c'] })
    expect(to('a', 'cols', 1)).toEqual({ rows: ['b', 'gone'], cols: ['c', 'a'] })
    expect(to('a', 'rows', 2)).toEqual({ rows: ['b', 'a', 'gone'], cols: ['c'] })
    expect(to('gone', 'unused', 0)).toEqual({ rows: ['a', 'b'], cols: ['c'] })
  })

  it('keeps used fields that are hidden from drag and drop', () => {
    const hidden = optionsOf({ rows: ['a', 'b'], hiddenFromDragDrop: ['a'] })
    const shown = arrangementOf(columns, hidden)
    expect(shown.rows).toEqual(['b'])
    expect(moveField(shown, hidden, 'c', { area: 'rows', index: 0 }).rows).toEqual(['a', 'c', 'b'])
  })

  it('finds the neighboring slot, up to the ends', () => {
    expect(slotBeside(arrangement, 'b', -1)).toEqual({ area: 'rows', index: 0 })
    expect(slotBeside(arrangement, 'b', 1)).toEqual({ area: 'rows', index: 3 })
    expect(slotBeside(arrangement, 'a', -1)).toBeNull()
    expect(slotBeside(arrangement, 'gone', 1)).toBeNull()
    expect(slotBeside(arrangement, 'd', 1)).toBeNull()
  })

  it('moves a field by one position per arrow key within an area', () => {
    const from = { area: 'rows', index: 0 } as const
    const right = slotAfterKey(arrangement, 'a', from, 'ArrowRight')
    expect(moveField(arrangement, options, 'a', right).rows).toEqual(['b', 'a', 'gone'])
    const last = slotAfterKey(arrangement, 'a', right, 'ArrowRight')
    expect(moveField(arrangement, options, 'a', last).rows).toEqual(['b', 'gone', 'a'])
    expect(slotAfterKey(arrangement, 'a', last, 'ArrowRight')).toEqual(last)
    expect(slotAfterKey(arrangement, 'a', right, 'ArrowLeft')).toEqual(from)
  })

  it('moves a field between the areas with arrow keys, and stops at the outer ones', () => {
    const up = slotAfterKey(arrangement, 'a', { area: 'rows', index: 0 }, 'ArrowUp')
    expect(up).toEqual({ area: 'cols', index: 0 })
    expect(slotAfterKey(arrangement, 'a', up, 'ArrowUp')).toEqual({ area: 'unused', index: 0 })
    expect(slotAfterKey(arrangement, 'a', { area: 'rows', index: 1 }, 'ArrowDown')).toEqual({
      area: 'rows',
      index: 1,
    })
  })

  it('names slots in words', () => {
    expect(slotName(arrangement, 'd', { area: 'rows', index: 1 })).toBe('Rows, place 2 of 4')
    expect(slotName(arrangement, 'a', { area: 'rows', index: 2 })).toBe('Rows, place 2 of 3')
    expect(slotName(arrangement, 'a', { area: 'unused', index: 1 })).toBe('Unused fields')
  })
})
