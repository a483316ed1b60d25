// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GridItem } from '#shared/dashboards/grid.ts'
import { storedPosition } from '#shared/dashboards/stored-grid.ts'
import { ApiError } from '#web/api/api-error.ts'
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
/** whom others have moved in the meantime */
let contended: Set<number>
let reloads: number
/** a save that is held back until it is let go */
let gate: Promise<void>

beforeEach(() => {
  vi.useFakeTimers()
  stored = new Map([1, 2].map((id) => [id, { position: storedPosition(item(id, id * 3)) }]))
  saves = []
  failing = new Set()
  contended = new Set()
  reloads = 0
  gate = Promise.resolve()
})
afterEach(() => {
  notifications.clean()
  cleanup()
  vi.useRealTimers()
})

const Page = ({ children }: { children: ReactNode }) => (
  <MantineProvider env="test">
    <Notifications />
    {children}
  </MantineProvider>
)
const open = (isEditing = true) =>
  renderHook(
    (props: { isEditing: boolean }) =>
      useLayoutSaving({
        ...props,
        optionsOf: (id) => stored.get(id) ?? null,
        store: async (one, overwrites) => {
          saves.push([one.id, one.row])
          await gate
          if (contended.has(one.id) && !overwrites) {
            throw new ApiError(409, 'dashboard.version_conflict', 'Conflict', null)
          }
          if (failing.has(one.id)) throw new Error('refused')
          stored.set(one.id, { position: storedPosition(one) })
        },
        reload: async () => {
          reloads++
          return true
        },
      }),
    { initialProps: { isEditing }, wrapper: Page },
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

describe('a widget that another user has moved in the meantime', () => {
  const collide = async () => {
    const { result } = open()
    contended = new Set([1])
    change(result.current, item(1, 9), item(2, 12))
    await wait(saveDelay)
    await wait(0)
    expect(result.current.status).toBe('saving_failed')
    expect(stored.get(1)).toEqual({ position: storedPosition(item(1, 3)) })
    // the notice is loaded when it is needed
    await act(() => vi.dynamicImportSettled())
    await wait(0)
    screen.getByText('Reload')
    return { result }
  }
  const answer = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }))
    await wait(0)
    expect(screen.queryByRole('button', { name })).toBeNull()
  }

  it('is not overwritten, neither by trying again', async () => {
    const { result } = await collide()
    await act(async () => expect(await result.current.flush()).toBe(false))
    expect(stored.get(1)).toEqual({ position: storedPosition(item(1, 3)) })
    // the other one was stored the first time
    expect(saves.map(([id]) => id)).toEqual([1, 2, 1])
  })

  it('is overwritten by those who choose to', async () => {
    const { result } = await collide()
    await answer('Overwrite')
    expect(stored.get(1)).toEqual({ position: storedPosition(item(1, 9)) })
    expect(result.current.status).toBe('saved')
  })

  it("or what is stored takes the place of one's own moves", async () => {
    const { result } = await collide()
    await answer('Reload')
    expect([result.current.status, result.current.isUnsaved, reloads]).toEqual(['saved', false, 1])
    expect(saves.map(([id]) => id)).toEqual([1, 2])
  })
})
