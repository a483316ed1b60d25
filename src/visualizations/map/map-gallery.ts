import { type GalleryCase, resultOfRows } from '../gallery-case.ts'

/** From the National Geospatial-Intelligence Agency and city portals, rounded to a hundredth of a degree. */
const landmarks = [
  { name: 'Eiffel Tower', kind: 'tower', lat: '48.86', lon: '2.29' },
  { name: 'Tokyo Tower', kind: 'tower', lat: '35.66', lon: '139.75' },
  { name: 'CN Tower', kind: 'tower', lat: '43.64', lon: '-79.39' },
  { name: 'Golden Gate Bridge', kind: 'bridge', lat: '37.82', lon: '-122.48' },
  { name: 'Sydney Harbour Bridge', kind: 'bridge', lat: '-33.85', lon: '151.21' },
  { name: 'Taj Mahal', kind: '<img src=x onerror="window.hacked = 1">', lat: '27.17', lon: '78.04' },
  { name: 'Christ the Redeemer', kind: null, lat: '-22.95', lon: '-43.21' },
  { name: 'Atlantis', kind: 'tower', lat: null, lon: '0' },
]

export const gallery: readonly GalleryCase[] = [
  {
    title: 'Airports in clusters',
    type: 'MAP',
    options: { latColName: 'latitude', lonColName: 'longitude' },
    data: (sets) => sets.get('airports'),
  },
  {
    title: 'Earthquakes by strength',
    type: 'MAP',
    options: {
      classify: 'strength',
      groups: { weak: { color: '#799CFF' }, strong: { color: '#E92828' } },
      tooltip: { enabled: true, template: '<b>{{ mag }}</b> {{ place }}' },
    },
    data: (sets) => {
      const rows = sets
        .get('earthquakes')
        .rows.map(({ mag, place, lat, lon }) => ({ mag, place, lat, lon, strength: strengthOf(Number(mag)) }))
      return resultOfRows(rows)
    },
  },
  {
    title: 'Capitals of the states with signs',
    type: 'MAP',
    options: {
      clusterMarkers: false,
      customizeMarkers: true,
      iconShape: 'marker',
      iconFont: 'university',
      backgroundColor: '#604FE9',
      borderColor: '#ffffff',
      popup: { enabled: true, template: '<b>{{ city }}</b><br>{{ state }}' },
      mapTileUrl: '',
      bounds: { _southWest: { lat: 24, lng: -126 }, _northEast: { lat: 50, lng: -66 } },
    },
    data: (sets) => sets.get('us-state-capitals'),
  },
  {
    title: 'Landmarks of kinds that data named',
    type: 'MAP',
    options: { classify: 'kind', clusterMarkers: false },
    data: () => resultOfRows(landmarks),
  },
]

function strengthOf(magnitude: number): string {
  if (magnitude >= 4.5) return 'strong'
  return magnitude >= 2.5 ? 'light' : 'weak'
}
