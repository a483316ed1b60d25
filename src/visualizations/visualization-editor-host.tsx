import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useVisualizationOptions } from './use-visualization-options.ts'
import type { HostSettings, Visualization, VisualizationData } from './visualization.ts'
import { VisualizationBoundary } from './visualization-boundary.tsx'

export interface VisualizationEditorHostProps {
  visualization: Visualization
  /** as stored, or after the last change */
  options: Readonly<Record<string, unknown>>
  /** complete new options; `storedOptions` converts them for saving */
  onOptionsChange(options: Record<string, unknown>): void
  data: VisualizationData
  settings: HostSettings
}

/** Shows the type's editor with complete options. */
export function VisualizationEditorHost(props: VisualizationEditorHostProps) {
  const { visualization, options: stored, onOptionsChange, data, settings } = props
  const options = useVisualizationOptions(visualization, stored, data, settings)
  return (
    <VisualizationBoundary resetKeys={[visualization, data]}>
      <Suspense fallback={<Skeleton height={320} radius="sm" />}>
        <visualization.Editor
          data={data}
          options={options}
          onOptionsChange={(next) => onOptionsChange(next as Record<string, unknown>)}
          settings={settings}
        />
      </Suspense>
    </VisualizationBoundary>
  )
}

/** The options of the save request: the whole normalized object (docs/reference/visualizations.md#stored-options). */
export function storedOptions(
  visualization: Visualization,
  options: Readonly<Record<string, unknown>>,
  data: VisualizationData,
  settings: HostSettings,
): Record<string, unknown> {
  const normalized = visualization.normalize(options, data, settings)
  return visualization.toStored?.(normalized) ?? { ...normalized }
}
