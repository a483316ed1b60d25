import { type ReactNode, useState } from 'react'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import type { Embeddable } from './embed-dialog.tsx'

const EmbedDialog = lazy(() =>
  import('./embed-dialog.tsx').then((module) => ({ default: module.EmbedDialog })),
)

/** The dialog for a visualization. `open` is null if the visualization or its query is not stored. */
export function useEmbedDialog(
  of: Embeddable | null,
  visualizationId: number | null,
): { open: (() => void) | null; dialog: ReactNode } {
  const [isShown, setIsShown] = useState(false)
  if (of === null || visualizationId === null) return { open: null, dialog: null }
  return {
    open: () => setIsShown(true),
    dialog: isShown && (
      <Opening>
        <EmbedDialog {...of} visualizationId={visualizationId} onClose={() => setIsShown(false)} />
      </Opening>
    ),
  }
}
