import { part } from '../parts/part.tsx'
import type { Visualization } from '../visualization.ts'
import { type MarkersModel, markersModel } from './map-model.ts'
import { type MarkersOptions, normalizeMarkers } from './map-options.ts'
import MapRenderer from './map-renderer.tsx'
import { suggestMap } from './suggest-map.ts'

/** Rows as markers on a map (docs/reference/other-visualizations.md#marker-options). */
export const map: Visualization<MarkersOptions, MarkersModel> = {
  normalize: normalizeMarkers,
  suggest: suggestMap,
  prepare: markersModel,
  Renderer: MapRenderer,
  Editor: part(() => import('./map-editor.tsx')),
}
