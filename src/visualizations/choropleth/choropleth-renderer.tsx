import { useCallback, useMemo, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { DataTable } from '../parts/data-table.tsx'
import { useImageSource } from '../parts/image-source.ts'
import mapClasses from '../parts/map/map.module.css'
import type { MapBounds } from '../parts/map/map-bounds.ts'
import { MapFrame } from '../parts/map/map-frame.tsx'
import { loadOutlines, type Outline, outlineElement } from '../parts/map/outlines.ts'
import { loadLeaflet, type OpenMap, useLeafletMap } from '../parts/map/use-leaflet-map.ts'
import { useLoaded } from '../parts/map/use-loaded.ts'
import { svgDocument, svgElement } from '../parts/svg-text.ts'
import { useVisualizationTheme } from '../parts/use-visualization-theme.ts'
import { VisualizationFrame, VisualizationNote } from '../parts/visualization-frame.tsx'
import type { RendererProps } from '../visualization.ts'
import classes from './choropleth.module.css'
import { choroplethMap } from './choropleth-maps.ts'
import { type ChoroplethModel, choroplethModel, choroplethTable, unmatchedNote } from './choropleth-model.ts'
import type { ChoroplethOptions, LegendText } from './choropleth-options.ts'
import { type DrawnColors, drawnColors } from './choropleth-theme.ts'
import { useRegions, useRegionView } from './use-regions.ts'

const pageHeight = 500

const mapOptions = { zoomSnap: 0, maxBoundsViscosity: 1 }

export default function ChoroplethRenderer(props: RendererProps<ChoroplethOptions>) {
  const { data, options, name, place, settings, onOptionsChange } = props
  const model = useMemo(() => choroplethModel(data, options, settings), [data, options, settings])
  const box = useRef<HTMLDivElement>(null)
  const theme = useVisualizationTheme(box)
  const colors = useMemo(() => theme && drawnColors(model, theme), [model, theme])
  const { outlines: wanted } = choroplethMap(model.map)
  const leaflet = useLoaded(loadLeaflet)
  const outlines = useLoaded(useCallback(() => loadOutlines(wanted), [wanted]))
  const shapes = outlines.state === 'ready' ? outlines.value : null
  const open = useLeafletMap(box, leaflet.state === 'ready' ? leaflet.value : null, mapOptions)
  useRegions({ open, shapes, model, colors, props })

  const onMoved = useMemo(() => {
    if (!onOptionsChange) return undefined
    return ({ south, west, north, east }: MapBounds) =>
      onOptionsChange({
        ...options,
        bounds: [
          [south, west],
          [north, east],
        ],
      })
  }, [options, onOptionsChange])
  const showAll = useRegionView(open, shapes, options, onMoved)
  const onShowAll = () => {
    showAll()
    if (options.bounds) onOptionsChange?.({ ...options, bounds: undefined })
  }
  useImageSource(box, () =>
    open && shapes && colors ? { svg: async () => choroplethImage(open, shapes, model, colors) } : null,
  )

  const note = model.missing ?? (place === 'editor' ? unmatchedNote(model) : null)
  const { legend } = options
  return (
    <VisualizationFrame place={place} pageHeight={pageHeight}>
      <MapFrame
        label={t('{name}: map, as a table after it', { name })}
        box={box}
        open={open}
        onShowAll={onShowAll}
        background={colors?.background}
        failed={leaflet.state === 'failed' || outlines.state === 'failed'}
        corners={
          colors && legend.visible && model.legend.length > 0
            ? {
                [legend.position]: (
                  <ChoroplethLegend legend={model.legend} colors={colors} align={legend.alignText} />
                ),
              }
            : {}
        }
      />
      {note ? <VisualizationNote>{note}</VisualizationNote> : null}
      <DataTable
        table={useMemo(() => choroplethTable(model, options.valueColumn), [model, options])}
        name={name}
      />
    </VisualizationFrame>
  )
}

interface ChoroplethLegendProps {
  legend: ChoroplethModel['legend']
  colors: DrawnColors
  align: LegendText
}

/** The limit of each class, highest first. */
function ChoroplethLegend({ legend, colors, align }: ChoroplethLegendProps) {
  return (
    <ul className={`${mapClasses.card} ${classes.legend}`} aria-label={t('Legend')}>
      {legend.map(({ color, text }) => (
        <li key={`${color} ${text}`} className={classes.item}>
          <span className={classes.swatch} style={{ background: colors.ofValue(color) }} />
          <span className={classes.text} style={{ textAlign: align }}>
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Exports the current view of the map as an SVG document in the size of its box. */
function choroplethImage(
  open: OpenMap,
  outlines: readonly Outline[],
  { regions }: Pick<ChoroplethModel, 'regions'>,
  colors: DrawnColors,
): string {
  const { x: width, y: height } = open.map.getSize()
  const fills = new Map(regions.map(({ id, color }) => [id, colors.ofValue(color)]))
  const shapes = outlines.map((outline) =>
    outlineElement(open, outline, {
      fill: fills.get(outline.id) ?? colors.noValue,
      stroke: colors.borders,
      'stroke-width': 1,
    }),
  )
  const ground = svgElement('rect', { width, height, fill: colors.background })
  return svgDocument(width, height, ground + shapes.join(''))
}
