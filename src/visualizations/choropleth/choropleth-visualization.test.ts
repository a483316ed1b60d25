import { describe, expect, it } from 'vitest'
import { extentOf, loadOutlines } from '../parts/map/outlines.ts'
import type { VisualizationTheme } from '../parts/visualization-theme.ts'
import { sampleSettings } from '../sample-settings.ts'
import type { Row, VisualizationData } from '../visualization.ts'
import { describeVisualization } from '../visualization-suite.ts'
import { choroplethMap, choroplethMaps } from './choropleth-maps.ts'
import { choroplethModel, choroplethTable, regionHtml, unmatchedNote } from './choropleth-model.ts'
import { normalizeChoropleth } from './choropleth-options.ts'
import { colorClasses, colorOf } from './choropleth-scale.ts'
import { drawnColors } from './choropleth-theme.ts'
import { suggestChoropleth } from './choropleth-visualization.ts'

await describeVisualization('CHOROPLETH', import.meta.url)

function dataOf(rows: readonly Row[]): VisualizationData {
  const names = Object.keys(rows[0] ?? {})
  return { columns: names.map((name) => ({ name, friendly_name: name, type: null })), rows }
}

function modelOf(rows: readonly Row[], stored: Record<string, unknown>) {
  return choroplethModel(dataOf(rows), normalizeChoropleth(stored), sampleSettings)
}

const byCode = { keyColumn: 'code', targetField: 'iso_a2', valueColumn: 'value' }

describe('the maps', () => {
  it.each([
    ['countries', 176],
    ['usa', 52],
    ['subdiv_japan', 48],
  ])('%s has %i regions, each with an outline and every property of its labels', async (key, count) => {
    const map = choroplethMap(key)
    expect(map.key).toBe(key)
    expect(map.regions).toHaveLength(count)
    const ids = map.regions.map(({ id }) => id)
    expect(new Set(ids).size).toBe(count)
    const outlines = await loadOutlines(map.outlines)
    expect(outlines.map(({ id }) => id).sort()).toEqual([...ids].sort())
    for (const { polygons } of outlines) {
      expect(polygons.length).toBeGreaterThan(0)
      for (const [outer = []] of polygons) expect(outer.length).toBeGreaterThanOrEqual(4)
    }
    for (const { properties } of map.regions) expect(Object.keys(properties)).toEqual(Object.keys(map.fields))
  })

  const values = (key: string, field: string) =>
    choroplethMap(key).regions.map(({ properties }) => properties[field])
  const isUnique = (list: readonly unknown[]) => new Set(list).size === list.length

  it('countries: ISO codes of the right lengths, null for three, and no Antarctica', () => {
    const withoutCode = choroplethMap('countries').regions.filter(
      ({ properties }) => properties.iso_a2 === null,
    )
    expect(withoutCode.map(({ properties }) => properties.name).sort()).toEqual([
      'Kosovo',
      'N. Cyprus',
      'Somaliland',
    ])
    for (const [field, pattern] of [
      ['iso_a2', /^[A-Z]{2}$/],
      ['iso_a3', /^[A-Z]{3}$/],
      ['iso_n3', /^\d{3}$/],
    ] as const) {
      const codes = values('countries', field).filter((code) => code !== null)
      expect(codes).toHaveLength(173)
      expect(codes.filter((code) => !pattern.test(String(code)))).toEqual([])
      expect(isUnique(codes)).toBe(true)
    }
    expect(isUnique(values('countries', 'name'))).toBe(true)
    expect(isUnique(values('countries', 'name_long'))).toBe(true)
    expect(values('countries', 'iso_a2')).not.toContain('AQ')
    const belize = choroplethMap('countries').regions.find(({ properties }) => properties.name === 'Belize')
    expect(belize?.properties).toEqual({
      name: 'Belize',
      name_long: 'Belize',
      abbrev: 'Belize',
      iso_a2: 'BZ',
      iso_a3: 'BLZ',
      iso_n3: '084',
    })
  })

  it('usa: 50 states, the District of Columbia and Puerto Rico, with unique codes', () => {
    for (const [field, pattern] of [
      ['ns_code', /^\d{8}$/],
      ['geoid', /^\d{2}$/],
      ['usps_abbrev', /^[A-Z]{2}$/],
      ['fips_code', /^\d{2}$/],
    ] as const) {
      expect(values('usa', field).filter((code) => !pattern.test(String(code)))).toEqual([])
      expect(isUnique(values('usa', field))).toBe(true)
    }
    expect(values('usa', 'usps_abbrev')).toEqual(expect.arrayContaining(['DC', 'PR', 'AK', 'HI']))
    const wyoming = choroplethMap('usa').regions.find(({ id }) => id === '56')
    expect(wyoming?.properties).toEqual({
      name: 'Wyoming',
      ns_code: '01779807',
      geoid: '56',
      usps_abbrev: 'WY',
      fips_code: '56',
    })
  })

  it('usa: matches stored bounds of Redash', async () => {
    const outlines = await loadOutlines('usa')
    const wyoming = outlines.find(({ id }) => id === '56')
    const { south, west, north, east } = extentOf(wyoming ? [wyoming] : [])
    for (const [degrees, expected] of [
      [south, 18.07],
      [west, -76.7],
      [north, 45.52],
      [east, -37.23],
    ] as const) {
      expect(Math.abs(degrees - expected)).toBeLessThan(0.1)
    }
  })

  it('japan: 47 prefectures of eight regions, and islands with only a code', () => {
    const codes = values('subdiv_japan', 'iso_3166_2')
    expect(codes.filter((code) => /^JP-(0[1-9]|[1-3]\d|4[0-7])$/.test(String(code)))).toHaveLength(47)
    const islands = choroplethMap('subdiv_japan').regions.find(({ id }) => id === 'JP-')
    const { iso_3166_2, ...others } = islands?.properties ?? {}
    expect(iso_3166_2).toBe('JP-')
    expect(Object.values(others).filter((value) => value !== null)).toEqual([])
    for (const field of ['name', 'name_local', 'postal']) {
      const known = values('subdiv_japan', field).filter((value) => value !== null)
      expect(known).toHaveLength(47)
      expect(isUnique(known)).toBe(true)
    }
    const local = values('subdiv_japan', 'name_local').map(String)
    const endings = ['県', '府', '都', '道'].map(
      (ending) => local.filter((name) => name.endsWith(ending)).length,
    )
    expect(endings).toEqual([43, 2, 1, 1])
  })

  it('draws regions across the date line as one piece', async () => {
    const russia = (await loadOutlines('countries')).find(({ id }) => id === '643')
    for (const [outer = []] of russia?.polygons ?? []) {
      for (const [index, place] of outer.entries()) {
        expect(Math.abs(place[0] - (outer[index - 1] ?? place)[0])).toBeLessThan(180)
      }
    }
  })
})

describe('options', () => {
  it('has the defaults of Redash', () => {
    expect(normalizeChoropleth({})).toEqual({
      mapType: 'countries',
      keyColumn: null,
      targetField: null,
      valueColumn: null,
      clusteringMode: 'e',
      steps: 5,
      valueFormat: '0,0.00',
      noValuePlaceholder: 'N/A',
      colors: {
        min: '#799CFF',
        max: '#002FB4',
        background: '#ffffff',
        borders: '#ffffff',
        noValue: '#dddddd',
      },
      legend: { visible: true, position: 'bottom-left', alignText: 'right' },
      tooltip: { enabled: true, template: '<b>{{ @@name }}</b>: {{ @@value }}' },
      popup: {
        enabled: true,
        template: 'Country: <b>{{ @@name_long }} ({{ @@iso_a2 }})</b>\n<br>\nValue: <b>{{ @@value }}</b>',
      },
      bounds: undefined,
    })
  })
  it('migrates old option names, which take precedence', () => {
    const options = normalizeChoropleth({
      countryCodeColumn: 'a',
      countryCodeType: 'iso_a3',
      keyColumn: 'b',
      targetField: 'name',
    })
    expect(options).toMatchObject({ keyColumn: 'a', targetField: 'iso_a3' })
    expect(options).not.toHaveProperty('countryCodeColumn')
    expect(options).not.toHaveProperty('countryCodeType')
  })
  it('keeps valid bounds and drops others', () => {
    const bounds = (value: unknown) => normalizeChoropleth({ bounds: value }).bounds
    expect(
      bounds([
        [1, 2],
        [3, 4],
      ]),
    ).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(
      bounds([
        [3, 4],
        [1, 2],
      ]),
    ).toBeUndefined()
    expect(
      bounds([
        ['1', 2],
        [3, 4],
      ]),
    ).toBeUndefined()
    expect(
      bounds([
        [-91, 0],
        [0, 1],
      ]),
    ).toBeUndefined()
    expect(bounds({ _southWest: {} })).toBeUndefined()
  })
  it('adapts a default popup to the map, and keeps a custom one', () => {
    const ofCountries = normalizeChoropleth({}).popup
    expect(normalizeChoropleth({ mapType: 'usa', popup: ofCountries }).popup.template).toContain(
      '@@usps_abbrev',
    )
    const own = { enabled: true, template: '{{ @@name_long }}' }
    expect(normalizeChoropleth({ mapType: 'usa', popup: own }).popup).toEqual(own)
  })
})

describe('classes of values (5.2 [run])', () => {
  const values = [1, 2, 3, 5, 8, 13, 100]
  const classes = (mode: 'e' | 'q' | 'k', of: readonly number[] = values, steps = 5) =>
    colorClasses(of, { mode, steps, min: '#799CFF', max: '#002FB4' })
  it.each([
    ['e', [1, 25.75, 50.5, 75.25, 100]],
    ['q', [1, 2.5, 5, 10.5, 100]],
    ['k', [1, 13, 100]],
  ] as const)('%s', (mode, limits) => {
    expect(classes(mode).map(({ limit }) => limit)).toEqual(limits)
  })
  it('ramps linearly in RGB from min to max', () => {
    expect(classes('e').map(({ color }) => color)).toEqual([
      '#799cff',
      '#5b81ec',
      '#3d66da',
      '#1e4ac7',
      '#002fb4',
    ])
  })
  it('assigns the first limit that is not below the value: the first color is for the minimum alone', () => {
    const colors = values.map((value) => colorOf(value, classes('e')))
    expect(colors).toEqual(['#799cff', ...Array(5).fill('#5b81ec'), '#002fb4'])
  })
  it('has no classes without values, and one in the max color for a single value', () => {
    expect(classes('e', [])).toEqual([])
    expect(classes('e', [5, 5])).toEqual([{ limit: 5, color: '#002FB4' }])
    expect(classes('q', [1, 2], 11).map(({ limit }) => limit)).toEqual([1, 2])
  })
  it.each(['e', 'q', 'k'] as const)('%s: always spans from the minimum to the maximum', (mode) => {
    for (const of of [
      [0, 0.1],
      [-3, 0, 3],
      [1e300, -1e300, 1],
      [1, 1.0000001, 5, 6, 7, 8],
    ]) {
      const limits = classes(mode, of, 4).map(({ limit }) => limit)
      expect(limits[0]).toBe(Math.min(...of))
      expect(limits.at(-1)).toBe(Math.max(...of))
    }
  })
})

describe('rows on regions', () => {
  it('uses the last of duplicates, skips falsy keys, and matches exactly', () => {
    const model = modelOf(
      [
        { code: 'DE', value: 1 },
        { code: 'DE', value: 2 },
        { code: null, value: 3 },
        { code: '', value: 3 },
        { code: 'fr', value: 4 },
        { code: 'IT', value: '12.5 %' },
        { code: 'ES', value: 'none' },
      ],
      byCode,
    )
    expect(model.regions.map(({ id, value, row, text }) => [id, value, row, text])).toEqual([
      ['276', 2, 1, '2.00'],
      ['380', 12.5, 5, '12.50'],
      ['724', null, 6, 'N/A'],
    ])
    expect(model.unmatched).toEqual({ count: 1, of: 5, names: ['fr'], more: false })
    expect(unmatchedNote(model)).toBe('1 of 5 rows matches no region: fr')
  })
  it('matches numeric keys without leading zeros', () => {
    const byNumber = { keyColumn: 'n', targetField: 'iso_n3', valueColumn: 'v' }
    const ids = modelOf(
      [
        { n: 276, v: 1 },
        { n: 84, v: 2 },
      ],
      byNumber,
    ).regions.map(({ id }) => id)
    expect(ids).toEqual(['276'])
  })
  it('lists the highest limit first', () => {
    const model = modelOf(
      [
        { code: 'DE', value: 1 },
        { code: 'FR', value: 3 },
      ],
      { ...byCode, valueFormat: '0' },
    )
    expect(model.legend).toEqual([
      { color: '#002fb4', text: '3' },
      { color: '#799cff', text: '1' },
    ])
  })
  it('says what is missing', () => {
    const rows = [{ code: 'DE', value: 1 }]
    expect(modelOf(rows, {}).missing).toBe(
      'Choose a key column, a target field and a value column to color the map.',
    )
    expect(modelOf(rows, { ...byCode, valueColumn: 'gone' }).missing).toBe(
      'The result has no column gone. Choose another one.',
    )
    expect(modelOf([], byCode).missing).toBe('The result has no rows to color the map with.')
    expect(modelOf([{ code: 'Germany', value: 1 }], byCode).missing).toBe(
      'No row matches a region of Countries. Another target field may fit: Germany.',
    )
    expect(modelOf(rows, byCode).missing).toBeNull()
  })
  it('provides its data as a table', () => {
    const model = modelOf([{ code: 'DE', value: 1 }], byCode)
    expect(choroplethTable(model, 'value')).toEqual({
      columns: ['Region', 'value'],
      rows: [['Germany', '1.00']],
      more: 0,
    })
  })
})

describe('tooltips and popups', () => {
  const germany = choroplethMap('countries').regions.find(({ id }) => id === '276')
  const html = (template: string, row?: Row) => {
    if (!germany) throw new Error('Germany is on the map')
    const matched = row && { id: '276', value: 1, text: '1.00', color: '#000000', row: 0 }
    return regionHtml(template, germany, { matched, row, placeholder: 'N/A' })
  }
  it('can use every property, the value and the columns of the row', () => {
    expect(html('{{ @@name }} {{@@iso_a2}} {{ @@value }} {{ remark }}', { remark: 'x' })).toBe(
      'Germany DE 1.00 x',
    )
  })
  it('show the placeholder without a row, and keep unknown placeholders', () => {
    expect(html('{{ @@value }} {{ remark }} {{ @@usps_abbrev }}')).toBe(
      'N/A {{ remark }} {{ @@usps_abbrev }}',
    )
  })
})

describe('colors in both themes', () => {
  const theme = (ground: string): VisualizationTheme => ({
    ground,
    text: '#888888',
    muted: '#888888',
    line: '#888888',
    fontFamily: 'x',
  })
  const rows = [
    { code: 'DE', value: 1 },
    { code: 'FR', value: 3 },
  ]
  it('follow the page by default', () => {
    const model = modelOf(rows, byCode)
    const light = drawnColors(model, theme('rgb(255, 255, 255)'))
    expect(light).toMatchObject({
      background: 'rgb(255, 255, 255)',
      borders: 'rgb(255, 255, 255)',
      noValue: '#dddddd',
    })
    const dark = drawnColors(model, theme('#101010'))
    expect(dark).toMatchObject({ background: '#101010', borders: '#101010', noValue: '#242424' })
    expect(dark.ofValue('#799cff')).toBe('#799cff')
  })
  it('stay when customized', () => {
    const colors = { background: '#DCEBFF', borders: '#494949', noValue: '#F5F1E6' }
    const drawn = drawnColors(modelOf(rows, { ...byCode, colors }), theme('#101010'))
    expect(drawn).toMatchObject({ background: '#dcebff', borders: '#494949', noValue: '#f5f1e6' })
  })
  it('are those of the new scale when both its ends are stored, and other ones in the dark', () => {
    const model = modelOf(rows, { ...byCode, colors: { min: '#EDF2FC', max: '#28209E' } })
    const shown = (ground: string) => {
      const { ofValue } = drawnColors(model, theme(ground))
      return model.legend.map(({ color }) => ofValue(color))
    }
    expect(shown('#ffffff')).toEqual(['#28209e', '#edf2fc'])
    expect(shown('#181a1f')).toEqual(['#cdd6ff', '#282d52'])
  })
  it('show borders around a class in the background color', () => {
    const drawn = drawnColors(modelOf(rows, { ...byCode, colors: { min: '#ffffff' } }), theme('#ffffff'))
    expect(drawn.borders).toBe('#b3b3b3')
    expect(drawn.ofValue('#ffffff')).toBe('#ffffff')
  })
})

describe('suggestions', () => {
  it('finds the best matching map, field and columns', () => {
    const suggested = (rows: readonly Row[]) => suggestChoropleth(dataOf(rows))
    expect(
      suggested([
        { id: 1, label: 'x', country: 'DEU', n: 4 },
        { id: 2, label: 'y', country: 'FRA', n: 5 },
      ]),
    ).toEqual({ mapType: 'countries', keyColumn: 'country', targetField: 'iso_a3', valueColumn: 'id' })
    expect(
      suggested([
        { state: 'Texas', people: 4 },
        { state: 'Utah', people: 5 },
      ]),
    ).toEqual({
      mapType: 'usa',
      keyColumn: 'state',
      targetField: 'name',
      valueColumn: 'people',
    })
    expect(suggested([{ p: '東京都', v: 1 }])).toEqual({
      mapType: 'subdiv_japan',
      keyColumn: 'p',
      targetField: 'name_local',
      valueColumn: 'v',
    })
    expect(suggested([{ word: 'hello', n: 1 }])).toEqual({ valueColumn: 'n' })
    expect(suggested([])).toEqual({ valueColumn: null })
  })
  it('lists maps in their order', () => {
    expect(choroplethMaps.map(({ name }) => name)).toEqual(['Countries', 'USA', 'Japan/Prefectures'])
  })
})
