import { describe, expect, it } from 'vitest'
import { sampleSettings } from '../sample-settings.ts'
import type { Row, VisualizationData } from '../visualization.ts'
import { describeVisualization } from '../visualization-suite.ts'
import { droppedNote, markerHtml, markersModel, markersTable, markerText } from './map-model.ts'
import { boundsOfStored, normalizeMarkers, storedBounds } from './map-options.ts'
import { tileChoices, tileSource } from './map-tiles.ts'
import { suggestMap } from './map-visualization.ts'
import { markerIcon, markerIconNames } from './marker-icons.ts'
import { clusterShape, dotShape, rowColor, rowShape } from './marker-shapes.ts'

await describeVisualization('MAP', import.meta.url)

function dataOf(rows: readonly Row[]): VisualizationData {
  const names = Object.keys(rows[0] ?? {})
  return { columns: names.map((name) => ({ name, friendly_name: name, type: null })), rows }
}

function modelOf(rows: readonly Row[], stored: Record<string, unknown> = {}) {
  return markersModel(dataOf(rows), normalizeMarkers(stored), sampleSettings)
}

describe('options', () => {
  it('has the defaults of Redash', () => {
    expect(normalizeMarkers({})).toEqual({
      latColName: 'lat',
      lonColName: 'lon',
      classify: null,
      groups: {},
      mapTileUrl: '//{s}.tile.openstreetmap.org/{z}/{x}/{y}.png',
      clusterMarkers: true,
      customizeMarkers: false,
      iconShape: 'marker',
      iconFont: 'circle',
      foregroundColor: '#ffffff',
      backgroundColor: '#356AFF',
      borderColor: '#356AFF',
      bounds: null,
      tooltip: { enabled: false, template: '' },
      popup: { enabled: true, template: '' },
    })
  })
  it('reads options of old Redash versions', () => {
    expect(normalizeMarkers({ classify: 'none', mapTileUrl: '', iconFont: null })).toMatchObject({
      classify: null,
      mapTileUrl: '//{s}.tile.openstreetmap.org/{z}/{x}/{y}.png',
      iconFont: '',
    })
  })
  it('keeps bounds in the JSON form of Leaflet', () => {
    const stored = { _southWest: { lat: 1, lng: 2 }, _northEast: { lat: 3, lng: 4 } }
    expect(normalizeMarkers({ bounds: stored }).bounds).toEqual(stored)
    expect(boundsOfStored(stored)).toEqual({ south: 1, west: 2, north: 3, east: 4 })
    expect(storedBounds({ south: 1, west: 2, north: 3, east: 4 })).toEqual(stored)
    expect(
      normalizeMarkers({
        bounds: [
          [1, 2],
          [3, 4],
        ],
      }).bounds,
    ).toBeNull()
    expect(normalizeMarkers({ bounds: { _southWest: { lat: 'x', lng: 2 } } }).bounds).toBeNull()
  })
})

describe('rows as markers', () => {
  it('accepts numbers and numeric texts, and counts rows without valid coordinates', () => {
    const model = modelOf([
      { lat: 1, lon: 2 },
      { lat: '48.85', lon: ' 2.35 ' },
      { lat: 0, lon: 0 },
      { lat: null, lon: 1 },
      { lat: '', lon: 1 },
      { lat: 'north', lon: 1 },
      { lat: 91, lon: 1 },
      { lat: 1, lon: 400 },
      { lat: true, lon: 1 },
      { lat: Number.NaN, lon: 1 },
    ])
    expect(model.groups).toEqual([
      {
        name: 'All',
        label: 'All',
        color: '#1F77B4',
        points: [
          { lat: 1, lon: 2, row: 0 },
          { lat: 48.85, lon: 2.35, row: 1 },
          { lat: 0, lon: 0, row: 2 },
        ],
      },
    ])
    expect(droppedNote(model)).toBe('7 of 10 rows have no usable coordinates.')
  })
  it('groups by the text of a column, including null, and drops empty groups', () => {
    const rows = [
      { lat: 1, lon: 1, kind: 'b' },
      { lat: 1, lon: 1, kind: null },
      { lat: null, lon: 1, kind: 'gone' },
      { lat: 1, lon: 1, kind: 7 },
      { lat: 1, lon: 1, kind: 'b' },
    ]
    const model = modelOf(rows, {
      classify: 'kind',
      groups: { null: { color: '#abcdef' }, b: { color: null } },
    })
    expect(model.isGrouped).toBe(true)
    expect(model.groups.map(({ name, color, points }) => [name, color, points.length])).toEqual([
      ['b', '#1F77B4', 2],
      ['null', '#ABCDEF', 1],
      ['7', '#2CA02C', 1],
    ])
  })
  it('is one group when the group column is missing', () => {
    expect(modelOf([{ lat: 1, lon: 1 }], { classify: 'gone' })).toMatchObject({
      isGrouped: false,
      groups: [{ name: 'All' }],
    })
  })
  it('repeats the d3 palette after ten groups', () => {
    const rows = Array.from({ length: 11 }, (_, index) => ({ lat: 1, lon: 1, g: `g${index}` }))
    const colors = modelOf(rows, { classify: 'g' }).groups.map(({ color }) => color)
    expect(colors[10]).toBe(colors[0])
    expect(new Set(colors).size).toBe(10)
  })
  it('says what is missing', () => {
    expect(modelOf([]).missing).toBe('The result has no rows to place on the map.')
    expect(modelOf([{ a: 1 }]).missing).toBe(
      'The result has no column lat and lon. Choose the columns of latitude and longitude.',
    )
    expect(modelOf([{ lat: 'x', lon: 'y' }]).missing).toBe(
      'No row has a latitude in lat (-90 to 90) and a longitude in lon.',
    )
    expect(modelOf([{ lat: 1, lon: 1 }]).missing).toBeNull()
  })
})

describe('texts of a marker', () => {
  const data = dataOf([{ lat: '1.50', lon: 2, name: '<img src=x onerror=alert(1)>', note: null }])
  const row = data.rows[0] ?? {}
  it('built-in: the coordinates, then the other columns as text', () => {
    expect(markerText(data, normalizeMarkers({}), row, sampleSettings)).toEqual({
      title: '1.50, 2',
      lines: [
        { name: 'name', value: '<img src=x onerror=alert(1)>' },
        { name: 'note', value: 'null' },
      ],
    })
  })
  it('a template can use all columns, including latitude and longitude', () => {
    expect(markerHtml('{{ lat }}/{{lon}} {{ note }} {{ unknown }}', row)).toBe('1.50/2 null {{ unknown }}')
  })
  it('as a table', () => {
    const model = markersModel(data, normalizeMarkers({}), sampleSettings)
    expect(markersTable(data, model, sampleSettings)).toEqual({
      columns: ['lat', 'lon', 'name', 'note'],
      rows: [['1.50', '2', '<img src=x onerror=alert(1)>', 'null']],
      more: 0,
    })
  })
})

describe('tile servers', () => {
  it('known ones use https', () => {
    for (const { value } of tileChoices) {
      const source = tileSource(value, 'http:')
      expect(source).toMatchObject({ isKnown: true })
      expect(source?.url.startsWith('https://')).toBe(true)
    }
    expect(tileChoices).toHaveLength(12)
  })
  it('others use the scheme of the page', () => {
    expect(tileSource('//tiles.example/{z}/{x}/{y}.png', 'http:')?.url).toBe(
      'http://tiles.example/{z}/{x}/{y}.png',
    )
    expect(tileSource('//tiles.example/{z}/{x}/{y}.png', 'https:')?.url).toBe(
      'https://tiles.example/{z}/{x}/{y}.png',
    )
    expect(tileSource('http://t/{z}', 'https:')).toEqual({ url: 'http://t/{z}', isKnown: false })
  })
  it('are never this application or a script', () => {
    for (const address of [
      '/api/session',
      'javascript:alert(1)',
      'data:image/png;base64,x',
      '',
      'https:',
      '///x',
      'tiles',
    ]) {
      expect(tileSource(address, 'https:'), address).toBeNull()
    }
  })
  it('may contain placeholders on which Leaflet would throw', () => {
    expect(tileSource('https://t/{z}/{x}/{-y}{r}?k={apikey}&{ __proto__ }', 'https:')?.url).toBe(
      'https://t/{z}/{x}/{-y}{r}?k=%7Bapikey%7D&%7B__proto__%7D',
    )
    expect(tileSource('https://t/{ z }/}{', 'https:')?.url).toBe('https://t/{z}/%7D%7B')
    // no open brace may reach Leaflet: its regular expression would take hours here
    const spaces = ' '.repeat(20_000)
    expect(tileSource(`https://t/{${spaces}!`, 'https:')?.url).toBe(`https://t/%7B${spaces}!`)
  })
})

describe('shapes of markers', () => {
  const customized = (stored: Record<string, unknown>) =>
    rowShape(normalizeMarkers({ customizeMarkers: true, ...stored }), '<svg data-sign="1"/>').markup
  it('a group is a filled circle at 0.9 without a border', () => {
    expect(dotShape('#E92828').markup).toBe(
      '<circle cx="12" cy="12" r="9" fill="#E92828" fill-opacity="0.9"/>',
    )
  })
  it('a cluster shows its count on the color at 80 % over a ring at 40 %', () => {
    const { markup } = clusterShape('#1F77B4', 12345)
    expect([...markup.matchAll(/fill-opacity="([\d.]+)"/g)].map((found) => found[1])).toEqual(['0.4', '0.8'])
    expect(markup).toContain('>12,345</text>')
    expect(markup).toContain('fill="#ffffff" font-family')
    expect(clusterShape('#8CFFB4', 2).markup).toContain('fill="#333333" font-family')
  })
  it('icons are drawn on pins, circles and squares', () => {
    for (const iconShape of ['marker', 'circle', 'rectangle'])
      expect(customized({ iconShape })).toContain('data-sign')
    for (const iconShape of ['doughnut', 'circle-dot', 'rectangle-dot']) {
      expect(customized({ iconShape })).not.toContain('data-sign')
    }
  })
  it('dots have the border color, other shapes their own', () => {
    const colors = { backgroundColor: '#112233', borderColor: '#445566', foregroundColor: '#778899' }
    expect(customized({ ...colors, iconShape: 'circle-dot' })).toBe(
      '<circle cx="12" cy="12" r="5" fill="#445566"/>',
    )
    expect(customized({ ...colors, iconShape: 'doughnut' })).toMatch(/fill="#112233" stroke="#445566"/)
    expect(customized({ ...colors, iconShape: 'rectangle' })).toMatch(
      /fill="#112233" stroke="#445566".*color="#778899"/,
    )
    expect(
      rowColor(normalizeMarkers({ customizeMarkers: true, ...colors, iconShape: 'rectangle-dot' })),
    ).toBe('#445566')
  })
  it('are a plain pin unless customized, and never contain an invalid color', () => {
    const plain = rowShape(normalizeMarkers({ iconShape: 'circle', backgroundColor: '#000000' }), null).markup
    expect(plain).toContain('fill="#356AFF"')
    expect(customized({ backgroundColor: '"/><script>alert(1)</script>' })).not.toContain('script')
  })
  it('finds icons by Font Awesome names', () => {
    expect(markerIconNames.length).toBeGreaterThan(100)
    expect(markerIcon('bicycle')).toBeDefined()
    expect(markerIcon('fa-bicycle')).toBe(markerIcon('bicycle'))
    for (const name of ['', 'no-such-icon', 'constructor', '__proto__'])
      expect(markerIcon(name)).toBeUndefined()
  })
})

describe('suggestions', () => {
  const suggested = (...names: string[]) =>
    suggestMap(dataOf([Object.fromEntries(names.map((name) => [name, 1]))]))
  it.each([
    [['id', 'lat', 'lon'], 'lat', 'lon'],
    [['Latitude', 'Longitude'], 'Latitude', 'Longitude'],
    [['place_lat', 'place_lng'], 'place_lat', 'place_lng'],
    [['startLat', 'startLng', 'lat', 'lng'], 'lat', 'lng'],
    [['geo_latitude', 'geo_longitude'], 'geo_latitude', 'geo_longitude'],
    [['x', 'y'], 'y', 'x'],
  ])('%j', (names, latColName, lonColName) => {
    expect(suggested(...names)).toEqual({ latColName, lonColName })
  })
  it('suggests nothing for other names', () => {
    expect(suggested('plate', 'long_text', 'flat')).toEqual({})
    expect(suggested('translation', 'platform')).toEqual({})
  })
})
