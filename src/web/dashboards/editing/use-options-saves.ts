import { useCallback, useRef } from 'react'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'

type Options = Record<string, unknown>

/** Stores what `change` makes of the dashboard's options; false: refused, and the reader has been told. */
export type SaveOptions = (change: (options: Options) => Options) => Promise<boolean>

/** Saves of the dashboard's options, one after the other: they are stored as a whole, each keeps what the others changed. */
export function useOptionsSaves({ save, latest }: DashboardDraft): SaveOptions {
  const line = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(
    (change) => {
      const work = () => save({ options: change(latest().options) })
      const next = line.current.then(work, work)
      line.current = next
      return next
    },
    [save, latest],
  )
}
