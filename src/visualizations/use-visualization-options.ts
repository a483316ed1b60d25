import { useMemo, useState } from 'react'
import { sameOptions } from './parts/merge-options.ts'
import type { HostSettings, VisualizationData, VisualizationType } from './visualization.ts'

/**
 * Complete options of a visualization: normalized anew for every result and every edit, but the former object is kept
 * as long as its content is the same, so that pictures are not drawn again for nothing (reference-visualizations 1.1).
 */
export function useVisualizationOptions(
  type: VisualizationType,
  stored: Readonly<Record<string, unknown>>,
  data: VisualizationData,
  settings: HostSettings,
): object {
  const normalized = useMemo(() => type.normalize(stored, data, settings), [type, stored, data, settings])
  const [kept, setKept] = useState({ type, options: normalized })
  if (kept.options === normalized || (kept.type === type && sameOptions(kept.options, normalized))) {
    return kept.options
  }
  setKept({ type, options: normalized })
  return normalized
}
