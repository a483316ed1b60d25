import { describe, expect, it } from 'vitest'
import {
  cellCount,
  clampSelection,
  type GridExtent,
  isOneCell,
  moveBy,
  rangeOf,
  type Selection,
  selectAll,
  selectCell,
  selectColumn,
  selectRows,
} from './grid-selection.ts'

const extent: GridExtent = { firstRow: 25, endRow: 50, columns: 4, rowsInView: 10 }
const press = (
  selection: Selection | null,
  key: string,
  more: { shift?: boolean; mod?: boolean; isRtl?: boolean } = {},
) => moveBy(selection, { key, shift: false, mod: false, isRtl: false, ...more }, extent)
const at = (row: number, column: number) => selectCell({ row, column })

describe('moveBy', () => {
  it('selects the first cell when nothing is selected', () => {
    expect(press(null, 'ArrowDown')).toEqual(at(25, 0))
  })
  it('moves by cells and stays inside', () => {
    expect(press(at(25, 0), 'ArrowDown')).toEqual(at(26, 0))
    expect(press(at(25, 0), 'ArrowUp')).toEqual(at(25, 0))
    expect(press(at(25, 3), 'ArrowRight')).toEqual(at(25, 3))
    expect(press(at(25, 3), 'ArrowLeft')).toEqual(at(25, 2))
    expect(press(at(25, 2), 'ArrowRight', { isRtl: true })).toEqual(at(25, 1))
  })
  it('goes to the ends of rows and of the grid', () => {
    expect(press(at(30, 2), 'Home')).toEqual(at(30, 0))
    expect(press(at(30, 2), 'End')).toEqual(at(30, 3))
    expect(press(at(30, 2), 'Home', { mod: true })).toEqual(at(25, 0))
    expect(press(at(30, 2), 'End', { mod: true })).toEqual(at(49, 3))
    expect(press(at(30, 2), 'ArrowDown', { mod: true })).toEqual(at(49, 2))
    expect(press(at(30, 2), 'PageDown')).toEqual(at(40, 2))
    expect(press(at(45, 2), 'PageDown')).toEqual(at(49, 2))
    expect(press(at(30, 2), 'PageUp')).toEqual(at(25, 2))
  })
  it('extends with shift from where it began, in any direction', () => {
    const up = press(press(at(30, 2), 'ArrowUp', { shift: true }), 'ArrowRight', { shift: true })
    expect(up && rangeOf(up)).toEqual({ firstRow: 29, lastRow: 30, firstColumn: 2, lastColumn: 3 })
    expect(up?.active).toEqual({ row: 29, column: 3 })
    expect(press(up, 'ArrowDown')).toEqual(at(30, 3))
  })
  it('leaves other keys alone', () => {
    expect(press(at(25, 0), 'a')).toBeNull()
    expect(press(at(25, 0), 'Tab')).toBeNull()
  })
})

describe('ranges', () => {
  it('cover all cells, a column, or one cell', () => {
    expect(cellCount(rangeOf(selectAll(extent)))).toBe(100)
    expect(rangeOf(selectColumn(1, extent))).toEqual({
      firstRow: 25,
      lastRow: 49,
      firstColumn: 1,
      lastColumn: 1,
    })
    expect(rangeOf(selectRows(27, 26, extent))).toEqual({
      firstRow: 26,
      lastRow: 27,
      firstColumn: 0,
      lastColumn: 3,
    })
    expect(isOneCell(at(25, 0))).toBe(true)
    expect(isOneCell(selectAll(extent))).toBe(false)
  })
  it('stay inside what is there', () => {
    expect(clampSelection(at(99, 9), extent)).toEqual(at(49, 3))
    const inside = at(30, 1)
    expect(clampSelection(inside, extent)).toBe(inside)
    expect(clampSelection(inside, { ...extent, endRow: 25 })).toBeNull()
  })
})
