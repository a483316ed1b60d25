/** Offered tile servers (docs/reference/other-visualizations.md#marker-options), in the order of the editor. Some of them are offline. */
const stamen = (style: string) => `//stamen-tiles-{s}.a.ssl.fastly.net/${style}/{z}/{x}/{y}.png`

export const tileChoices: readonly { label: string; value: string }[] = [
  { label: 'OpenStreetMap', value: '//{s}.tile.openstreetmap.org/{z}/{x}/{y}.png' },
  { label: 'OpenStreetMap BW', value: '//{s}.tiles.wmflabs.org/bw-mapnik/{z}/{x}/{y}.png' },
  { label: 'OpenStreetMap DE', value: '//{s}.tile.openstreetmap.de/tiles/osmde/{z}/{x}/{y}.png' },
  { label: 'OpenStreetMap FR', value: '//{s}.tile.openstreetmap.fr/osmfr/{z}/{x}/{y}.png' },
  { label: 'OpenStreetMap Hot', value: '//{s}.tile.openstreetmap.fr/hot/{z}/{x}/{y}.png' },
  { label: 'Thunderforest', value: '//{s}.tile.thunderforest.com/cycle/{z}/{x}/{y}.png' },
  { label: 'Thunderforest Spinal', value: '//{s}.tile.thunderforest.com/spinal-map/{z}/{x}/{y}.png' },
  { label: 'OpenMapSurfer', value: '//korona.geog.uni-heidelberg.de/tiles/roads/x={x}&y={y}&z={z}' },
  { label: 'Stamen Toner', value: stamen('toner') },
  { label: 'Stamen Toner Background', value: stamen('toner-background') },
  { label: 'Stamen Toner Lite', value: stamen('toner-lite') },
  { label: 'OpenTopoMap', value: '//{s}.tile.opentopomap.org/{z}/{x}/{y}.png' },
]

export interface TileSource {
  /** for Leaflet: absolute, with only the placeholders that Leaflet replaces */
  url: string
  /** true for an offered server: these tiles are made for light pages, so a dark theme may invert them */
  isKnown: boolean
}

const placeholders = new Set(['s', 'x', 'y', '-y', 'z', 'r'])

/**
 * Parses a stored tile address; null when it is invalid. Addresses may be stored without a scheme: known servers use
 * https, others the scheme of the page. Only absolute http and https addresses are valid, because a map must not call
 * this application.
 */
export function tileSource(stored: string, pageProtocol: string): TileSource | null {
  const isKnown = tileChoices.some(({ value }) => value === stored)
  const scheme = isKnown || pageProtocol !== 'http:' ? 'https:' : 'http:'
  const address = stored.trim().startsWith('//') ? scheme + stored.trim() : stored.trim()
  if (!/^https?:\/\/[^/\\\s]/i.test(address)) return null
  // Leaflet throws on unknown placeholders, and its regular expression takes minutes for a brace before many spaces
  const url = address.replace(/\{([^{}]*)\}|[{}]/g, (found, inside: string | undefined) => {
    const name = inside?.trim()
    if (name === undefined) return encodeURIComponent(found)
    return placeholders.has(name) ? `{${name}}` : `%7B${name}%7D`
  })
  return { url, isKnown }
}
