import type { Ref } from 'react'
import type { VisualizationData, VisualizationPlace } from '#visualizations/visualization.ts'
import { VisualizationRenderer } from '#visualizations/visualization-renderer.tsx'
import { useHostSettings } from './host-settings.ts'

interface VisualizationViewProps {
  visualization: { type: string; name: string; options: Readonly<Record<string, unknown>> }
  data: VisualizationData
  place: VisualizationPlace
  /** in the source editor */
  explores?: boolean | undefined
  /** only in the editor's preview */
  onOptionsChange?: (options: Record<string, unknown>) => void
  /** the element that contains only the visualization */
  visualizationRef?: Ref<HTMLDivElement>
}

/** A visualization with the organization's formats. */
export function VisualizationView({
  visualization,
  data,
  place,
  explores,
  onOptionsChange,
  visualizationRef,
}: VisualizationViewProps) {
  const settings = useHostSettings()
  return (
    <VisualizationRenderer
      type={visualization.type}
      name={visualization.name}
      options={visualization.options}
      data={data}
      place={place}
      explores={explores}
      settings={settings}
      onOptionsChange={onOptionsChange}
      visualizationRef={visualizationRef}
    />
  )
}
