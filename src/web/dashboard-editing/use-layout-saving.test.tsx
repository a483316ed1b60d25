// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GridItem } from '#shared/dashboards/grid.ts'
import { storedPosition } from '#shared/dashboards/stored-grid.ts'
import { type LayoutSaver, saveDelay, useLayoutSaving } from './use-layout-saving.ts'

const item = (id: number, row: number): GridItem => ({
  id,
  col: 0,
  row,
  sizeX: 3,
  sizeY: 3,
  autoHeight: false,
  minSizeX: 1,
  maxSizeX: 6,
  minSizeY: 1,
  maxSizeY: 1000,
})

/** What the server holds, and every save it got. */
let stored: Map<number, Record<string, unknown>>
let saves: [id: number, row: number][]
let failing: Set<number>
/** a save that is held back until it is let go */
let gate: Promise<void>

beforeEach(() => {
  vi.useFakeTimers()
  stored = new Map([1, 2].map((id) => [id, { position: storedPosition(item(id, id * 3)) }]))
  saves = []
  failing = new Set()
  gate = Promise.resolve()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const open = (isEditing = true) =>
  renderHook(
    (props: { isEditing: boolean }) =>
      useLayoutSaving({
        ...props,
        optionsOf: (id) => stored.get(id) ?? null,
        store: async (one) => {
          saves.push([one.id, one.row])
          await gate
          if (failing.has(one.id)) throw new Error('refused')
          stored.set(one.id, { position: storedPosition(one) })
        },
      }),
    { initialProps: { isEditing } },
  )
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const change = (saver: LayoutSaver, ...items: GridItem[]) => act(() => saver.change(items))

describe('saving of the layout', () => {
  it('makes one save of a series of changes, two seconds after the last', async () => {
    const { result } = open()
    expect(result.current.status).toBe('saved')
    for (const row of [5, 6, 7]) {
      change(result.current, item(1, row), item(2, 6))
      expect(result.current.status).toBe('saving')
      await wait(saveDelay - 1)
    }
    expect(saves).toEqual([])
    await wait(1)
    expect(saves).toEqual([[1, 7]])
    expect(result.current.status).toBe('saved')
    expect(result.current.isUnsaved).toBe(false)
  })

  it('says so when it fails, and tries again', async () => {
    failing.add(2)
    const { result } = open()
    change(result.current, item(1, 9), item(2, 0))
    await wait(saveDelay)
    expect(result.current.status).toBe('saving_failed')
    expect(result.current.isUnsaved).toBe(true)
    // nothing happens by itself
    await wait(saveDelay * 3)
    expect(saves).toEqual([
      [1, 9],
      [2, 0],
    ])
    failing.clear()
    expect(await act(() => result.current.flush())).toBe(true)
    expect(saves.slice(2)).toEqual([[2, 0]])
    expect(result.current.status).toBe('saved')
  })

  it('flushes what waits, and what comes while that is saved', async () => {
    const held = Promise.withResolvers<void>()
    gate = held.promise
    const { result } = open()
    change(result.current, item(1, 5))
    const flushed = vi.fn()
    act(() => void result.current.flush().then(flushed))
    await wait(0)
    expect(saves).toEqual([[1, 5]])
    change(result.current, item(1, 6))
    expect(flushed).not.toHaveBeenCalled()
    held.resolve()
    await wait(0)
    expect(flushed).toHaveBeenCalledWith(true)
    expect(saves).toEqual([
      [1, 5],
      [1, 6],
    ])
    expect(stored.get(1)).toEqual({ position: storedPosition(item(1, 6)) })
  })

  it('does not wait when edit mode ends', async () => {
    const { result, rerender } = open()
    change(result.current, item(1, 5))
    rerender({ isEditing: false })
    await wait(0)
    expect(saves).toEqual([[1, 5]])
  })

  it('forgets a widget that has been removed', async () => {
    const { result } = open()
    change(result.current, item(1, 5))
    stored.delete(1)
    await wait(saveDelay)
    expect(saves).toEqual([])
    expect(result.current.status).toBe('saved')
  })
})
