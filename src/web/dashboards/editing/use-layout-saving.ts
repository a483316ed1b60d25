import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { GridItem } from '#shared/dashboards/grid.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { WaysOut } from '#web/dashboards/conflict-notice.tsx'
import { complainOfSave } from '#web/dashboards/save-dashboard.ts'
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

/** Counted from the last change, so that a series of changes is one save (docs/reference/dashboards.md#layout-saving). */
export const saveDelay = 2000

interface LayoutStore {
  isEditing: boolean
  /** stored options of the widget; null: it is no longer on the dashboard */
  optionsOf(id: number): Readonly<Record<string, unknown>> | null
  /** `overwrites`: replaces changes that others have stored in the meantime */
  store(item: GridItem, overwrites: boolean): Promise<unknown>
  /** shows the stored state; false: it could not be read */
  reload(): Promise<boolean>
}

export interface LayoutSaver {
  status: SaveStatus
  isUnsaved: boolean
  change(items: readonly GridItem[]): void
  /** saves pending changes now; false: some failed, and the user has been told */
  flush(): Promise<boolean>
}

/** Saves the layout two seconds after its last change, and pending changes when edit mode ends. */
export function useLayoutSaving(given: LayoutStore): LayoutSaver {
  const [state, setState] = useState<LayoutSaving>(layoutSaved)
  const current = useRef(state)
  const store = useRef(given)
  store.current = given
  const running = useRef<Promise<boolean> | null>(null)
  const waysOut = useRef<WaysOut | null>(null)

  const become = useCallback((next: LayoutSaving) => {
    current.current = next
    setState(next)
  }, [])
  const change = useCallback(
    (items: readonly GridItem[]) =>
      become(afterChange(current.current, items, (id) => store.current.optionsOf(id) ?? {})),
    [become],
  )
  const send = useCallback(
    (overwrites = false): Promise<boolean> => {
      const work = async () => {
        become(afterStart(current.current))
        const { failed, reason } = await storeAll(current.current.sending, store.current, overwrites)
        become(afterEnd(current.current, failed))
        if (failed.length > 0) tell(reason, waysOut.current)
        return failed.length === 0
      }
      running.current ??= work().finally(() => {
        running.current = null
      })
      return running.current
    },
    [become],
  )
  const flush = useCallback(async () => {
    await running.current
    while (current.current.open.size > 0) {
      if (!(await send())) return false
    }
    return true
  }, [send])
  const reload = useCallback(async () => {
    await running.current
    if (await store.current.reload()) become(layoutSaved)
  }, [become])
  waysOut.current = { reload, overwrite: () => void send(true) }

  // every change creates a new `open`, which restarts the two seconds
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

/** Reports a conflict before other errors, because it needs a decision. */
function tell(reason: unknown, ways: WaysOut | null): void {
  if (isConflict(reason)) complainOfSave(reason, ways)
  else complain(t('Error saving changes.'), reason)
}

function isConflict(reason: unknown): boolean {
  return reason instanceof ApiError && reason.status === 409
}

async function storeAll(sending: LayoutSaving['sending'], store: LayoutStore, overwrites: boolean) {
  const failed: number[] = []
  let reason: unknown = null
  const one = async (item: GridItem) => {
    // removed in the meantime: nothing to save
    if (store.optionsOf(item.id) === null) return
    try {
      await store.store(item, overwrites)
    } catch (error) {
      failed.push(item.id)
      if (!isConflict(reason)) reason = error
    }
  }
  await Promise.all([...sending.values()].map(one))
  return { failed, reason }
}
