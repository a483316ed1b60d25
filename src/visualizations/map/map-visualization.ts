import { colorSchemeOf, newColorScheme } from '../parts/colors.ts'
import { columnsOfKind } from '../parts/column-kind.ts'
import { part } from '../parts/part.tsx'
import type { Visualization, VisualizationData } from '../visualization.ts'
import { type MarkersModel, markersModel } from './map-model.ts'
import { type MarkersOptions, normalizeMarkers } from './map-options.ts'
import MapRenderer from './map-renderer.tsx'

/** Rows as markers on a map (docs/reference/other-visualizations.md#marker-options). */
export const map: Visualization<MarkersOptions, MarkersModel> = {
  normalize: normalizeMarkers,
  suggest: (data) => ({ ...newColors, ...suggestMap(data) }),
  prepare: markersModel,
  Renderer: MapRenderer,
  Editor: part(() => import('./map-editor.tsx')),
}

const [first] = colorSchemeOf(newColorScheme).colors
/** Of groups, and of markers with a style of their own. */
const newColors = { color_scheme: newColorScheme, backgroundColor: first, borderColor: first }

const latitudes = /^(lat|latitude|y)$|(^|[^a-z])lat(itude)?([^a-z]|$)|Lat(itude)?$/
const longitudes =
  /^(lon|lng|long|longitude|x)$|(^|[^a-z])(lon|lng|long|longitude)([^a-z]|$)|(Lon|Lng|Long|Longitude)$/

/** Suggests columns named like latitude and longitude, preferring exact names. */
export function suggestMap(data: VisualizationData): Record<string, unknown> {
  const numbers = new Set(columnsOfKind(data, 'number'))
  const names = data.columns.map(({ name }) => name)
  const called = (pattern: RegExp, exact: readonly string[]) => {
    const like = names.filter((name) => pattern.test(name) || pattern.test(name.toLowerCase()))
    const plain = like.filter((name) => exact.includes(name.toLowerCase()))
    const candidates = [...plain, ...like]
    return candidates.find((name) => numbers.has(name)) ?? candidates[0]
  }
  const latColName = called(latitudes, ['lat', 'latitude'])
  const lonColName = called(longitudes, ['lon', 'lng', 'longitude', 'long'])
  return { ...(latColName && lonColName ? { latColName, lonColName } : {}) }
}
