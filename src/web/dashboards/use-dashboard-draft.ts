import { useCallback, useMemo, useRef, useState } from 'react'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { afterSave, type DashboardFields, type PageDashboard, withWidget } from './page-dashboard.ts'
import { readAnew, type SaveWays, saveFields } from './save-dashboard.ts'

/** The dashboard of the page. Changes appear as soon as they are stored. */
export interface DashboardDraft {
  dashboard: PageDashboard
  /** saves the fields with the version; false: refused, and the user has been told why */
  save(fields: DashboardFields): Promise<boolean>
  /** applies changes stored elsewhere: sharing, archiving, a restored version */
  adopt(fields: Partial<PageDashboard>): void
  /** adds a stored widget, or replaces the one with its id */
  putWidget(widget: Widget): void
  /** removes a widget */
  dropWidget(id: number): void
  /** reloads the stored state, with changes of others; false: it could not be read, and the user has been told */
  reload(): Promise<boolean>
  /** counts reloads: each discards unsaved state on the screen */
  reloads: number
  /** the current value of `dashboard`, for asynchronous work */
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
        // in sequence: each save needs the version created by the previous one
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
