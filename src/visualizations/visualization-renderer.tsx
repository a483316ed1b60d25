import { Skeleton, Text } from '@mantine/core'
import { type Ref, Suspense, use } from 'react'
import { t } from '#shared/messages/translate.ts'
import { fetchedOnce } from './parts/part.tsx'
import { findVisualizationType, visualizationTypes } from './registry.ts'
import { useVisualizationOptions } from './use-visualization-options.ts'
import type {
  HostSettings,
  VisualizationData,
  VisualizationPlace,
  VisualizationType,
} from './visualization.ts'
import { VisualizationBoundary } from './visualization-boundary.tsx'
import classes from './visualization-renderer.module.css'

export interface VisualizationRendererProps {
  type: string
  name: string
  /** as stored, or the current ones of the editor */
  options: Readonly<Record<string, unknown>>
  /** typed and filtered */
  data: VisualizationData
  place: VisualizationPlace
  explores?: boolean | undefined
  settings: HostSettings
  /** only in the editor's preview: complete options after users moved something in the visualization */
  onOptionsChange?: ((options: Record<string, unknown>) => void) | undefined
  /** the element around the visualization, for `imageFile` */
  visualizationRef?: Ref<HTMLDivElement> | undefined
  /** height in pixels of the placeholder while the visualization loads */
  reservedHeight?: number
}

/** Shows a visualization. Rendering errors and unknown types never break the page around it. */
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
    <div ref={props.visualizationRef} className={classes.visualization}>
      <VisualizationBoundary resetKeys={[props.type, props.options, props.data]}>
        <KnownRenderer key={known.type} known={known} {...props} />
      </VisualizationBoundary>
    </div>
  )
}

const defaultHeight = 320
/** One cached loader per type, because `use` needs the same promise at every rendering. */
const plugIns = new Map(visualizationTypes.map((known) => [known, fetchedOnce(known.load)]))

function KnownRenderer({ known, reservedHeight = defaultHeight, ...props }: KnownProps) {
  return (
    <Suspense fallback={<Skeleton height={reservedHeight} radius="sm" data-image="none" />}>
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
  explores,
  settings,
  onOptionsChange,
}: KnownProps) {
  const visualization = use(plugIns.get(known)?.() ?? known.load())
  const options = useVisualizationOptions(visualization, stored, data, settings)
  return (
    <visualization.Renderer
      data={data}
      options={options}
      name={name}
      place={place}
      explores={explores}
      settings={settings}
      onOptionsChange={onOptionsChange && ((next) => onOptionsChange(next as Record<string, unknown>))}
    />
  )
}
