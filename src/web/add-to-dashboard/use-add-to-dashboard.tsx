import { type ReactNode, useState } from 'react'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'

const AddToDashboardDialog = lazy(() =>
  import('./add-to-dashboard-dialog.tsx').then((module) => ({ default: module.AddToDashboardDialog })),
)

/** The dialog for a visualization. `open` is null if the visualization or its query is not stored. */
export function useAddToDashboard(
  mayAdd: boolean,
  { id, type, name }: { id: number | null; type: string; name: string },
): { open: (() => void) | null; dialog: ReactNode } {
  const [isShown, setIsShown] = useState(false)
  if (!mayAdd || id === null) return { open: null, dialog: null }
  return {
    open: () => setIsShown(true),
    dialog: isShown && (
      <Opening>
        <AddToDashboardDialog visualization={{ id, type, name }} onClose={() => setIsShown(false)} />
      </Opening>
    ),
  }
}
