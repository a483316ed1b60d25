import { describe, expect, it } from 'vitest'
import { resultOf } from '../parts/columns/column-samples.ts'
import { sampleSettings } from '../sample-settings.ts'
import {
  type ColumnLayout,
  fitWidth,
  fitWidths,
  hideColumn,
  layOut,
  moveColumn,
  setWidth,
  showColumns,
  togglePin,
  usualLayout,
} from './column-layout.ts'
import { normalizeTable } from './table-options.ts'

const data = resultOf(['a', 'b', 'c', 'd'].map((name) => [name, 'string'] as const))
const { columns } = normalizeTable({ columns: [{ name: 'c', pinned: true }] }, data, sampleSettings)
const named = (name: string) => columns.find((column) => column.name === name) ?? expect.fail()
const names = (layout: ColumnLayout) => layOut(columns, layout).columns.map(({ name }) => name)

describe('the layout of columns', () => {
  it('puts pinned columns first, those of the options too', () => {
    expect(names(usualLayout)).toEqual(['c', 'a', 'b', 'd'])
    expect(layOut(columns, usualLayout).pinned).toBe(1)
    const pinned = togglePin(named('b'), usualLayout)
    expect(names(pinned)).toEqual(['b', 'c', 'a', 'd'])
    expect(names(togglePin(named('c'), usualLayout))).toEqual(['a', 'b', 'c', 'd'])
    expect(names(togglePin(named('c'), togglePin(named('c'), usualLayout)))).toEqual(['c', 'a', 'b', 'd'])
  })
  it('hides columns and shows them again', () => {
    const hidden = hideColumn('a', hideColumn('d', usualLayout))
    expect(names(hidden)).toEqual(['c', 'b'])
    expect(layOut(columns, hidden).hidden.map(({ name }) => name)).toEqual(['a', 'd'])
    expect(names(showColumns(['a'], hidden))).toEqual(['c', 'a', 'b'])
  })
  it('moves columns', () => {
    const moved = moveColumn('d', 'a', layOut(columns, usualLayout).columns, usualLayout)
    expect(names(moved)).toEqual(['c', 'd', 'a', 'b'])
    expect(names(moveColumn('a', null, layOut(columns, moved).columns, moved))).toEqual(['c', 'd', 'b', 'a'])
    expect(moveColumn('a', 'a', columns, usualLayout)).toBe(usualLayout)
  })
  it('keeps widths within limits, and forgets them', () => {
    const wide = setWidth('a', 99_999, setWidth('b', 1, usualLayout))
    expect(wide.widths).toEqual({ a: 1200, b: 40 })
    expect(fitWidth('a', wide).widths).toEqual({ b: 40 })
  })
})

describe('fitWidths', () => {
  it('cuts at the limit when there is no room', () => {
    expect(fitWidths([100, 900], 320, 300)).toEqual([100, 320])
  })
  it('gives room that is left to those that want it', () => {
    expect(fitWidths([100, 900], 320, 600)).toEqual([100, 500])
    expect(fitWidths([100, 400, 900], 320, 1000)).toEqual([100, 400, 500])
    expect(fitWidths([100, 200], 320, 1000)).toEqual([100, 200])
  })
})
