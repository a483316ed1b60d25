import { describe, expect, it } from 'vitest'
import type { GridItem } from '#shared/dashboards/grid.ts'
import { storedPosition } from '#shared/dashboards/stored-grid.ts'
import {
  afterChange,
  afterEnd,
  afterStart,
  isUnsaved,
  type LayoutSaving,
  layoutSaved,
  statusOf,
} from './layout-saving.ts'

const item = (id: number, col: number, more: Partial<GridItem> = {}): GridItem => ({
  id,
  col,
  row: 0,
  sizeX: 2,
  sizeY: 3,
  autoHeight: false,
  minSizeX: 1,
  maxSizeX: 6,
  minSizeY: 1,
  maxSizeY: 1000,
  ...more,
})

/** Stored: three widgets side by side. */
const stored = new Map([1, 2, 3].map((id, at) => [id, { position: storedPosition(item(id, at * 2)) }]))
const optionsOf = (id: number) => stored.get(id) ?? {}
const change = (state: LayoutSaving, ...items: GridItem[]) => afterChange(state, items, optionsOf)
const openIds = (state: LayoutSaving) => [...state.open.keys()]

describe('the layout on its way', () => {
  it('is saved as long as nothing differs from what is stored', () => {
    const state = change(layoutSaved, item(1, 0), item(2, 2), item(3, 4))
    expect(state).toEqual(layoutSaved)
    expect(statusOf(state)).toBe('saved')
    expect(isUnsaved(state)).toBe(false)
  })

  it.each<[string, Partial<GridItem>]>([
    ['column', { col: 1 }],
    ['row', { row: 4 }],
    ['width', { sizeX: 3 }],
    ['height', { sizeY: 4 }],
    ['auto-height', { autoHeight: true }],
  ])('has open only the widget with another %s', (_, moved) => {
    const state = change(layoutSaved, item(1, 0), item(2, 2, moved), item(3, 4))
    expect(openIds(state)).toEqual([2])
    expect(statusOf(state)).toBe('saving')
  })

  it('has a widget open whose stored place is unknown', () => {
    expect(openIds(change(layoutSaved, item(9, 0)))).toEqual([9])
  })

  it('has nothing open when a widget is put back before it was saved', () => {
    const moved = change(layoutSaved, item(1, 4))
    expect(moved.phase).toBe('pending')
    expect(change(moved, item(1, 0))).toEqual(layoutSaved)
  })

  it('keeps what is open in another grid', () => {
    const first = change(layoutSaved, item(1, 4))
    expect(openIds(change(first, item(2, 3)))).toEqual([1, 2])
  })

  it('sends what is open, and then is saved', () => {
    const sending = afterStart(change(layoutSaved, item(1, 4)))
    expect([...sending.sending.keys()]).toEqual([1])
    expect(statusOf(sending)).toBe('saving')
    expect(isUnsaved(sending)).toBe(true)
    expect(afterEnd(sending, [])).toEqual(layoutSaved)
  })

  it('compares with what is on its way while it is saved', () => {
    const sending = afterStart(change(layoutSaved, item(1, 4)))
    expect(openIds(change(sending, item(1, 4)))).toEqual([])
    // back where it is stored: but the save under way takes it from there
    const back = change(sending, item(1, 0))
    expect(openIds(back)).toEqual([1])
    expect(back.phase).toBe('saving')
    expect(afterEnd(back, []).phase).toBe('pending')
  })

  it('keeps what failed, and what is newer of it', () => {
    const sending = afterStart(change(layoutSaved, item(1, 4), item(2, 0)))
    const moved = change(sending, item(1, 3))
    const failed = afterEnd(moved, [1, 2])
    expect(statusOf(failed)).toBe('saving_failed')
    expect(failed.open.get(1)?.col).toBe(3)
    expect(failed.open.get(2)?.col).toBe(0)
    expect(isUnsaved(failed)).toBe(true)
  })

  it('tries the failed ones again with the next change', () => {
    const failed = afterEnd(afterStart(change(layoutSaved, item(1, 4))), [1])
    const next = change(failed, item(2, 1))
    expect(next.phase).toBe('pending')
    expect(openIds(next)).toEqual([1, 2])
  })
})
