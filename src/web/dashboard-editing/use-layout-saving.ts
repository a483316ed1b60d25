import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { GridItem } from '#shared/dashboards/grid.ts'
import { t } from '#shared/messages/translate.ts'
import { complain } from './complain.ts'
import {
  afterChange,
  afterEnd,
  afterStart,
  isUnsaved,
  type LayoutSaving,
  layoutSaved,
  type SaveStatus,
  statusOf,
} from './layout-saving.ts'

/** Part 1 section 9: after the last change, so that a series of changes is one save. */
export const saveDelay = 2000

interface LayoutStore {
  isEditing: boolean
  /** of the widget as it is stored; null: it is no longer on the dashboard */
  optionsOf(id: number): Readonly<Record<string, unknown>> | null
  store(item: GridItem): Promise<unknown>
}

export interface LayoutSaver {
  status: SaveStatus
  isUnsaved: boolean
  change(items: readonly GridItem[]): void
  /** saves what is open now; false: some of it failed, and the reader has been told */
  flush(): Promise<boolean>
}

/** Saves the layout two seconds after its last change, and what is left when edit mode ends. */
export function useLayoutSaving(given: LayoutStore): LayoutSaver {
  const [state, setState] = useState<LayoutSaving>(layoutSaved)
  const current = useRef(state)
  const store = useRef(given)
  store.current = given
  const running = useRef<Promise<boolean> | null>(null)

  const become = useCallback((next: LayoutSaving) => {
    current.current = next
    setState(next)
  }, [])
  const change = useCallback(
    (items: readonly GridItem[]) =>
      become(afterChange(current.current, items, (id) => store.current.optionsOf(id) ?? {})),
    [become],
  )
  const send = useCallback((): Promise<boolean> => {
    const work = async () => {
      become(afterStart(current.current))
      const { failed, reason } = await storeAll(current.current.sending, store.current)
      become(afterEnd(current.current, failed))
      if (failed.length > 0) complain(t('Error saving changes.'), reason)
      return failed.length === 0
    }
    running.current ??= work().finally(() => {
      running.current = null
    })
    return running.current
  }, [become])
  const flush = useCallback(async () => {
    await running.current
    while (current.current.open.size > 0) {
      if (!(await send())) return false
    }
    return true
  }, [send])

  // every change makes another `open`, and the two seconds begin again
  const { phase, open } = state
  const { isEditing } = given
  useEffect(() => {
    if (phase !== 'pending' || open.size === 0) return
    const timer = setTimeout(() => void send(), isEditing ? saveDelay : 0)
    return () => clearTimeout(timer)
  }, [phase, open, isEditing, send])

  return useMemo(
    () => ({ status: statusOf(state), isUnsaved: isUnsaved(state), change, flush }),
    [state, change, flush],
  )
}

async function storeAll(sending: LayoutSaving['sending'], store: LayoutStore) {
  const failed: number[] = []
  let reason: unknown = null
  const one = async (item: GridItem) => {
    // removed meanwhile: there is nothing to save
    if (store.optionsOf(item.id) === null) return
    try {
      await store.store(item)
    } catch (error) {
      failed.push(item.id)
      reason = error
    }
  }
  await Promise.all([...sending.values()].map(one))
  return { failed, reason }
}
