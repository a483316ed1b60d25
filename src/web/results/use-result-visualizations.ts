import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { deleteVisualization, type Visualization } from '#shared/visualizations/visualizations-api.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import { isUnsaved } from '../visualizations/unsaved-visualization.ts'
import {
  hashOfVisualization,
  orderedVisualizations,
  type ShownVisualization,
  visualizationOfHash,
} from '../visualizations/visualization-hash.ts'

export interface ResultVisualizations {
  ordered: readonly ShownVisualization[]
  shown: ShownVisualization
  show(id: number | null): void
  remove(visualization: ShownVisualization): Promise<void>
  /** adds or updates a visualization and shows it */
  adopt(saved: Visualization): void
}

/** The visualizations of a query; the address contains which one is shown. */
export function useResultVisualizations(
  stored: readonly Visualization[],
  onChange: (stored: Visualization[]) => void,
): ResultVisualizations {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const ordered = useMemo(() => orderedVisualizations(stored), [stored])
  const shown = visualizationOfHash(hash, ordered)
  const go = (id: number | null, among: readonly ShownVisualization[]) =>
    navigate({
      to: '.',
      search: true,
      hash: hashOfVisualization(id, among),
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  return {
    ordered,
    shown,
    show: (id) => void go(id, ordered),
    remove: async (visualization) => {
      const { id } = visualization
      if (id === null || !(await confirmDelete(visualization.name))) return
      try {
        if (!isUnsaved(visualization)) await call(deleteVisualization, { params: { id } })
        const rest = stored.filter((one) => one.id !== id)
        onChange(rest)
        await go(null, orderedVisualizations(rest))
      } catch {
        notify.error(t("Maybe it's used in a dashboard?"), { title: t('Error deleting visualization.') })
      }
    },
    adopt: (saved) => {
      const next = [...stored.filter((one) => one.id !== saved.id), saved]
      onChange(next)
      void go(saved.id, orderedVisualizations(next))
    },
  }
}

function confirmDelete(name: string): Promise<boolean> {
  return confirm({
    title: t('Delete Visualization'),
    message: t('Are you sure you want to delete the visualization "{name}"?', { name }),
    confirmLabel: t('Delete'),
    danger: true,
  })
}

/** The dialog for a new visualization (null) or a stored one. */
export function useEditedVisualization() {
  const [opened, setOpened] = useState<{ visualization: ShownVisualization | null } | null>(null)
  return {
    isOpen: opened !== null,
    visualization: opened?.visualization ?? null,
    open: (visualization: ShownVisualization | null) => setOpened({ visualization }),
    close: () => setOpened(null),
  }
}
