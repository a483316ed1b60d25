import { Alert, Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { RenderBoundary } from './render-boundary.tsx'
import { useVisualizationOptions } from './use-visualization-options.ts'
import type { HostSettings, VisualizationData, VisualizationType } from './visualization.ts'

export interface VisualizationEditorHostProps {
  type: VisualizationType
  /** as stored, or as the last change left them */
  options: Readonly<Record<string, unknown>>
  /** complete new options; what is saved is `storedOptions` of them */
  onOptionsChange(options: Record<string, unknown>): void
  data: VisualizationData
  settings: HostSettings
}

/** The type's own editor with complete options. */
export function VisualizationEditorHost(props: VisualizationEditorHostProps) {
  const { type, options: stored, onOptionsChange, data, settings } = props
  const options = useVisualizationOptions(type, stored, data, settings)
  return (
    <RenderBoundary
      resetKeys={[type, data]}
      fallback={<Alert color="red">Error while rendering visualization.</Alert>}
    >
      <Suspense fallback={<Skeleton height={320} radius="sm" />}>
        <type.Editor
          key={type.type}
          data={data}
          options={options}
          onOptionsChange={(next) => onOptionsChange(next as Record<string, unknown>)}
          settings={settings}
        />
      </Suspense>
    </RenderBoundary>
  )
}

/** What goes into the save request: the whole normalized object (reference-visualizations 1.1). */
export function storedOptions(
  type: VisualizationType,
  options: Readonly<Record<string, unknown>>,
  data: VisualizationData,
  settings: HostSettings,
): Record<string, unknown> {
  const normalized = type.normalize(options, data, settings)
  return type.toStored?.(normalized) ?? { ...normalized }
}
