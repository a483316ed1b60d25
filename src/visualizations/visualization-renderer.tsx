import { Alert, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Suspense } from 'react'
import { findVisualizationType } from './registry.ts'
import { RenderBoundary } from './render-boundary.tsx'
import { useVisualizationOptions } from './use-visualization-options.ts'
import type {
  HostSettings,
  VisualizationData,
  VisualizationPlace,
  VisualizationType,
} from './visualization.ts'

export interface VisualizationRendererProps {
  type: string
  name: string
  /** as stored, or as the editor has them */
  options: Readonly<Record<string, unknown>>
  /** typed and filtered */
  data: VisualizationData
  place: VisualizationPlace
  settings: HostSettings
  /** pixels kept free until the picture is there */
  reservedHeight?: number
}

/** Draws a visualization. An error while drawing, or an unknown type, never reaches the page around. */
export function VisualizationRenderer(props: VisualizationRendererProps) {
  const known = findVisualizationType(props.type)
  if (!known) {
    return (
      <Text c="dimmed" size="sm" p="md" role="status">
        {`This version of Sextant cannot show visualizations of type ${props.type}.`}
      </Text>
    )
  }
  return (
    <RenderBoundary resetKeys={[props.type, props.options, props.data]} fallback={<RenderError />}>
      <KnownRenderer key={known.type} known={known} {...props} />
    </RenderBoundary>
  )
}

function RenderError() {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      Error while rendering visualization.
    </Alert>
  )
}

const usualHeight = 320

function KnownRenderer({
  known,
  name,
  options: stored,
  data,
  place,
  settings,
  reservedHeight = usualHeight,
}: VisualizationRendererProps & { known: VisualizationType }) {
  const options = useVisualizationOptions(known, stored, data, settings)
  return (
    <Suspense fallback={<Skeleton height={reservedHeight} radius="sm" />}>
      <known.Renderer data={data} options={options} name={name} place={place} settings={settings} />
    </Suspense>
  )
}
