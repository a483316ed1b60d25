import { useMemo, useState } from 'react'
import { sameOptions } from './parts/merge-options.ts'
import type { HostSettings, Visualization, VisualizationData } from './visualization.ts'

/**
 * Complete options of a visualization, normalized for every result and every edit. Returns the previous object while
 * the content is equal, to avoid needless redraws (docs/reference/visualizations.md#stored-options).
 */
export function useVisualizationOptions(
  visualization: Visualization,
  stored: Readonly<Record<string, unknown>>,
  data: VisualizationData,
  settings: HostSettings,
): object {
  const normalized = useMemo(
    () => visualization.normalize(stored, data, settings),
    [visualization, stored, data, settings],
  )
  const [kept, setKept] = useState({ visualization, options: normalized })
  if (
    kept.options === normalized ||
    (kept.visualization === visualization && sameOptions(kept.options, normalized))
  ) {
    return kept.options
  }
  setKept({ visualization, options: normalized })
  return normalized
}
