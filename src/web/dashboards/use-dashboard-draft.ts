import { useCallback, useMemo, useRef, useState } from 'react'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { afterSave, type DashboardFields, type PageDashboard, withWidget } from './page-dashboard.ts'
import { readAnew, type SaveWays, saveFields } from './save-dashboard.ts'

/** The dashboard of the page. Changes show as soon as they are stored. */
export interface DashboardDraft {
  dashboard: PageDashboard
  /** stores the fields with the version; false: refused, and the user has been told why */
  save(fields: DashboardFields): Promise<boolean>
  /** takes over what was stored in another way: sharing, archiving, a restored version */
  adopt(fields: Partial<PageDashboard>): void
  /** a widget that was stored: new, or in place of the one with its id */
  putWidget(widget: Widget): void
  /** a widget that was removed */
  dropWidget(id: number): void
  /** takes over what is stored now, with what others have changed; false: it could not be read, which is told */
  reload(): Promise<boolean>
  /** how often that was done: what stands on the screen alone counts no longer */
  reloads: number
  /** what `dashboard` is at this moment, for work that waits */
  latest(): PageDashboard
}

export function useDashboardDraft(initial: PageDashboard): DashboardDraft {
  const [dashboard, setDashboard] = useState(initial)
  const [reloads, setReloads] = useState(0)
  const current = useRef(dashboard)
  const lastSave = useRef<Promise<unknown>>(Promise.resolve())

  const change = useCallback((next: (before: PageDashboard) => PageDashboard) => {
    current.current = next(current.current)
    setDashboard(current.current)
  }, [])
  const adopt = useCallback(
    (fields: Partial<PageDashboard>) => change((before) => ({ ...before, ...fields })),
    [change],
  )
  const putWidget = useCallback(
    (widget: Widget) => change((before) => ({ ...before, widgets: withWidget(before.widgets, widget) })),
    [change],
  )
  const dropWidget = useCallback(
    (id: number) =>
      change((before) => ({ ...before, widgets: before.widgets.filter((widget) => widget.id !== id) })),
    [change],
  )
  const reload = useCallback(async () => {
    const stored = await readAnew(current.current.id)
    if (stored === null) return false
    change(() => stored)
    setReloads((before) => before + 1)
    return true
  }, [change])
  const save = useCallback(
    (fields: DashboardFields): Promise<boolean> => {
      const inLine = (ways: SaveWays): Promise<boolean> => {
        // one after the other: each needs the version that the one before has made
        const work = async () => {
          const saved = await saveFields(current.current, fields, ways)
          if (saved !== null) change((before) => afterSave(before, saved))
          return saved !== null
        }
        const next = lastSave.current.then(work, work)
        lastSave.current = next
        return next
      }
      return inLine({ reload, overwrite: () => inLine('overwrite') })
    },
    [change, reload],
  )
  const latest = useCallback(() => current.current, [])
  return useMemo(
    () => ({ dashboard, save, adopt, putWidget, dropWidget, reload, reloads, latest }),
    [dashboard, save, adopt, putWidget, dropWidget, reload, reloads, latest],
  )
}
