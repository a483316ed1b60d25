import { Alert, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type Ref, Suspense, use } from 'react'
import { t } from '#shared/messages/translate.ts'
import { findVisualizationType } from './registry.ts'
import { RenderBoundary } from './render-boundary.tsx'
import { useVisualizationOptions } from './use-visualization-options.ts'
import type {
  HostSettings,
  VisualizationData,
  VisualizationPlace,
  VisualizationType,
} from './visualization.ts'
import classes from './visualization-renderer.module.css'

export interface VisualizationRendererProps {
  type: string
  name: string
  /** as stored, or as the editor has them */
  options: Readonly<Record<string, unknown>>
  /** typed and filtered */
  data: VisualizationData
  place: VisualizationPlace
  settings: HostSettings
  /** only in the editor's preview: complete options after something was moved in the picture */
  onOptionsChange?: ((options: Record<string, unknown>) => void) | undefined
  /** what stands around the picture alone: `pictureFile` takes it */
  pictureRef?: Ref<HTMLDivElement> | undefined
  /** pixels kept free until the picture is there */
  reservedHeight?: number
}

/** Draws a visualization. An error while drawing, or an unknown type, never reaches the page around. */
export function VisualizationRenderer(props: VisualizationRendererProps) {
  const known = findVisualizationType(props.type)
  if (!known) {
    return (
      <Text c="dimmed" size="sm" p="md" role="status">
        {t('This version of Sextant cannot show visualizations of type {type}.', { type: props.type })}
      </Text>
    )
  }
  return (
    <div ref={props.pictureRef} className={classes.picture}>
      <RenderBoundary resetKeys={[props.type, props.options, props.data]} fallback={<RenderError />}>
        <KnownRenderer key={known.type} known={known} {...props} />
      </RenderBoundary>
    </div>
  )
}

function RenderError() {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {t('Error while rendering visualization.')}
    </Alert>
  )
}

const usualHeight = 320

function KnownRenderer({ known, reservedHeight = usualHeight, ...props }: KnownProps) {
  return (
    <Suspense fallback={<Skeleton height={reservedHeight} radius="sm" data-picture="none" />}>
      <LoadedRenderer known={known} {...props} />
    </Suspense>
  )
}

type KnownProps = VisualizationRendererProps & { known: VisualizationType }

function LoadedRenderer({
  known,
  name,
  options: stored,
  data,
  place,
  settings,
  onOptionsChange,
}: KnownProps) {
  const visualization = use(known.load())
  const options = useVisualizationOptions(visualization, stored, data, settings)
  return (
    <visualization.Renderer
      data={data}
      options={options}
      name={name}
      place={place}
      settings={settings}
      onOptionsChange={onOptionsChange && ((next) => onOptionsChange(next as Record<string, unknown>))}
    />
  )
}
