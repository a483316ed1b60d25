import { useCallback, useMemo, useRef } from 'react'
import { t } from '#shared/messages/translate.ts'
import { DataTable } from '../parts/data-table.tsx'
import type { MapBounds } from '../parts/map/map-bounds.ts'
import { MapFrame } from '../parts/map/map-frame.tsx'
import { loadOutlines } from '../parts/map/outlines.ts'
import { loadLeaflet, useLeafletMap } from '../parts/map/use-leaflet-map.ts'
import { useLoaded } from '../parts/map/use-loaded.ts'
import { PictureFrame, PictureNote } from '../parts/picture-frame.tsx'
import { usePictureSource } from '../parts/picture-source.ts'
import { usePictureTheme } from '../parts/use-picture-theme.ts'
import type { RendererProps } from '../visualization.ts'
import { ChoroplethLegend } from './choropleth-legend.tsx'
import { choroplethMap } from './choropleth-maps.ts'
import { choroplethModel, choroplethTable, unmatchedNote } from './choropleth-model.ts'
import type { ChoroplethOptions } from './choropleth-options.ts'
import { choroplethPicture } from './choropleth-picture.ts'
import { drawnColors } from './choropleth-theme.ts'
import { useRegions, useRegionView } from './use-regions.ts'

const pageHeight = 500

const mapOptions = { zoomSnap: 0, maxBoundsViscosity: 1 }

export default function ChoroplethRenderer(props: RendererProps<ChoroplethOptions>) {
  const { data, options, name, place, settings, onOptionsChange } = props
  const model = useMemo(() => choroplethModel(data, options, settings), [data, options, settings])
  const box = useRef<HTMLDivElement>(null)
  const theme = usePictureTheme(box)
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
  usePictureSource(box, () =>
    open && shapes && colors ? { svg: async () => choroplethPicture(open, shapes, model, colors) } : null,
  )

  const note = model.missing ?? (place === 'editor' ? unmatchedNote(model) : null)
  const { legend } = options
  return (
    <PictureFrame place={place} pageHeight={pageHeight}>
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
      {note ? <PictureNote>{note}</PictureNote> : null}
      <DataTable
        table={useMemo(() => choroplethTable(model, options.valueColumn), [model, options])}
        name={name}
      />
    </PictureFrame>
  )
}
