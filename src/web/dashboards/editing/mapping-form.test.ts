import { describe, expect, it } from 'vitest'
import type { ParameterMapping } from '#shared/dashboards/parameter-mappings.ts'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import {
  areMappingsValid,
  changedTitles,
  defaultValueText,
  type EditedMapping,
  editedMappings,
  mappingProblem,
  retitledMappings,
  sharable,
  sourceText,
  storedMappings,
  suggestedMappings,
  valueText,
  withKeyword,
  withMapped,
  withSource,
} from './mapping-form.ts'

const parameter = (name: string, more: Partial<StoredParameter> = {}): StoredParameter => ({
  name,
  title: name,
  type: 'text',
  value: null,
  global: false,
  ...more,
})
const mapping = (name: string, more: Partial<ParameterMapping> = {}): ParameterMapping => ({
  name,
  type: 'dashboard-level',
  mapTo: name,
  value: null,
  title: '',
  ...more,
})

/** What the dashboard has. */
const existing = [
  parameter('carrier', { title: 'Airline', value: 'AA' }),
  parameter('since', { type: 'date', value: '2001-02-03' }),
]
const edit = (own: StoredParameter, stored: Partial<ParameterMapping> = {}): EditedMapping => {
  const [edited] = editedMappings([own], [mapping(own.name, stored)], existing)
  if (!edited) throw new Error('no mapping')
  return edited
}

describe('editedMappings', () => {
  it('tells parameters that the dashboard has from new ones', () => {
    const all = editedMappings(
      [parameter('carrier'), parameter('fresh'), parameter('w'), parameter('s'), parameter('bare')],
      [
        mapping('carrier'),
        mapping('fresh', { title: 'Fresh one' }),
        mapping('w', { type: 'widget-level', title: 'Mine' }),
        mapping('s', { type: 'static-value', value: 7 }),
      ],
      existing,
    )
    expect(all.map(({ source }) => source)).toEqual([
      'existing-dashboard',
      'new-dashboard',
      'widget',
      'static',
      'widget',
    ])
    expect(all.map(({ title }) => title)).toEqual(['Airline', 'Fresh one', 'Mine', 'S', 'Bare'])
    expect(all.map(({ value }) => value)).toEqual([null, null, null, 7, null])
  })

  it('is stored as it was read', () => {
    const mappings = [
      mapping('carrier', { mapTo: 'since2', title: 'When' }),
      mapping('w', { type: 'widget-level', title: 'Mine' }),
      mapping('s', { type: 'static-value', value: ['a', 'b'] }),
    ]
    const parameters = [parameter('carrier'), parameter('w'), parameter('s', { type: 'enum' })]
    expect(Object.values(storedMappings(editedMappings(parameters, mappings, existing)))).toEqual(mappings)
  })
})

describe('suggestedMappings', () => {
  it('shares what the dashboard has, and makes new ones of the others', () => {
    const all = suggestedMappings([parameter('carrier'), parameter('fresh')], existing)
    expect(all).toMatchObject([
      { source: 'existing-dashboard', keyword: 'carrier', title: 'Airline' },
      { source: 'new-dashboard', keyword: 'fresh', title: 'Fresh' },
    ])
    expect(areMappingsValid(all, existing)).toBe(true)
  })

  it('finds another name where one of another type has it', () => {
    const taken = [parameter('carrier', { type: 'date' }), parameter('carrier_2')]
    const all = suggestedMappings([parameter('carrier')], taken)
    expect(all).toMatchObject([{ source: 'new-dashboard', keyword: 'carrier_3' }])
    expect(areMappingsValid(all, taken)).toBe(true)
  })
})

describe('withSource', () => {
  it('begins a static value with the one of the parameter, and clears it for the others', () => {
    const own = parameter('n', { type: 'number', value: '12' })
    const asStatic = withSource(edit(own), 'static', existing)
    expect(asStatic).toMatchObject({ source: 'static', value: 12 })
    const changed = { ...asStatic, value: 99 }
    for (const source of ['widget', 'new-dashboard', 'existing-dashboard'] as const) {
      expect(withSource(changed, source, existing)).toMatchObject({ source, value: null })
    }
    expect(withSource(withSource(changed, 'widget', existing), 'static', existing).value).toBe(12)
  })

  it('keeps the value when the source stays', () => {
    const own = edit(parameter('n'), { type: 'static-value', value: 'kept' })
    expect(withSource(own, 'static', existing)).toBe(own)
  })

  it('shares the parameter of its name or the first one of its type, with its title', () => {
    const own = edit(parameter('fresh'), { type: 'widget-level' })
    expect(withSource(own, 'existing-dashboard', existing)).toMatchObject({
      keyword: 'carrier',
      title: 'Airline',
    })
    const dates = [parameter('from', { type: 'date' }), parameter('since', { type: 'date', title: 'Since' })]
    const since = edit(parameter('since', { type: 'date' }), { type: 'widget-level' })
    expect(withSource(since, 'existing-dashboard', dates)).toMatchObject({ keyword: 'since', title: 'Since' })
  })

  it('gives a new parameter a free name', () => {
    expect(withSource(edit(parameter('carrier')), 'new-dashboard', existing).keyword).toBe('carrier_2')
    expect(
      withSource(edit(parameter('x'), { type: 'widget-level' }), 'new-dashboard', existing).keyword,
    ).toBe('x')
  })
})

describe('what a parameter can share', () => {
  it('is of its type', () => {
    expect(sharable(parameter('x'), existing).map(({ name }) => name)).toEqual(['carrier'])
    expect(sharable(parameter('x', { type: 'number' }), existing)).toEqual([])
  })

  it('brings its title along', () => {
    const shared = withSource(
      edit(parameter('fresh'), { type: 'widget-level' }),
      'existing-dashboard',
      existing,
    )
    const other = [...existing, parameter('agent', { title: 'Agent' })]
    expect(withKeyword(shared, 'agent', other)).toMatchObject({ keyword: 'agent', title: 'Agent' })
  })

  it('has one title within the widget', () => {
    const [one, two, three] = [parameter('a'), parameter('b'), parameter('c')].map((own) =>
      edit(own, { mapTo: own.name === 'c' ? 'other' : 'carrier' }),
    )
    if (!one || !two || !three) throw new Error('three mappings')
    const titles = withMapped([one, two, three], { ...one, title: 'Line' }).map(({ title }) => title)
    expect(titles).toEqual(['Line', 'Line', 'C'])
  })
})

describe('mappingProblem', () => {
  const fresh = edit(parameter('fresh'))
  it.each([
    ['', 'Keyword must have a value'],
    ['   ', 'Keyword must have a value'],
    ['since', 'A parameter with this name already exists'],
    [' carrier ', 'A parameter with this name already exists'],
    ['free', null],
  ])('of a new parameter %j is %j', (keyword, problem) => {
    const changed = { ...fresh, keyword }
    expect(mappingProblem(changed, [changed], existing)).toBe(problem)
    expect(areMappingsValid([changed], existing)).toBe(problem === null)
  })

  it('is a name that two new ones of the widget would have', () => {
    const other = { ...edit(parameter('other')), keyword: 'fresh' }
    expect(mappingProblem(other, [fresh, other], existing)).toBe('A parameter with this name already exists')
  })

  it.each(['existing-dashboard', 'widget', 'static'] as const)('is none of the source %s', (source) => {
    const changed = { ...fresh, source, keyword: 'carrier' }
    expect(mappingProblem(changed, [changed], existing)).toBeNull()
  })
})

describe('titles', () => {
  it('are stored only where they are not the own ones', () => {
    const all = [
      { ...edit(parameter('my_name')), title: ' My Name ' },
      { ...edit(parameter('b')), title: ' Other ' },
      { ...edit(parameter('c')), source: 'static' as const, title: 'Any' },
    ]
    expect(Object.values(storedMappings(all)).map(({ title }) => title)).toEqual(['', 'Other', ''])
  })

  it('of shared parameters are given to the widgets that share them', () => {
    const shared = edit(parameter('carrier'))
    expect(changedTitles([shared], existing)).toEqual(new Map())
    const titles = changedTitles(
      [
        { ...shared, title: 'Line' },
        { ...edit(parameter('fresh')), title: 'X' },
      ],
      existing,
    )
    expect(titles).toEqual(new Map([['carrier', 'Line']]))
    expect(
      retitledMappings([mapping('code', { mapTo: 'carrier' }), mapping('z', { mapTo: 'since' })], titles),
    ).toEqual({
      code: mapping('code', { mapTo: 'carrier', title: 'Line' }),
      z: mapping('z', { mapTo: 'since' }),
    })
  })

  it('concern no widget that has it already, or does not share it', () => {
    const titles = new Map([['carrier', 'Line']])
    expect(retitledMappings([mapping('carrier', { title: 'Line' })], titles)).toBeNull()
    expect(retitledMappings([mapping('carrier', { type: 'widget-level' })], titles)).toBeNull()
    expect(retitledMappings([], titles)).toBeNull()
  })
})

describe('what the table says', () => {
  it.each<[string, unknown, string]>([
    ['date', '2001-02-03', '03/02/01'],
    ['date', 'soon', 'soon'],
    ['datetime-local', '2001-02-03 04:05', '03/02/01 04:05'],
    ['date-range', { start: '2001-01-01', end: '2001-01-31' }, '01/01/01 ~ 31/01/01'],
    [
      'datetime-range-with-seconds',
      { start: '2001-01-01 00:00:00', end: '2001-01-31 23:59:59' },
      '01/01/01 00:00:00 ~ 31/01/01 23:59:59',
    ],
    ['text', '2001-02-03', '2001-02-03'],
    ['date-range', 'd_last_7_days', 'Last 7 days'],
    ['date', 'd_now', 'Today/Now'],
    ['enum', ['a', 'b'], 'a, b'],
    ['number', 0, '0'],
    ['text', 'd_now', 'd_now'],
    ['text', null, ''],
  ])('of the value of a %s %j is %j', (type, value, text) => {
    expect(valueText(type, value, 'DD/MM/YY')).toBe(text)
  })

  it('is the value of where it comes from', () => {
    const own = parameter('carrier', { value: 'own' })
    expect(defaultValueText(edit(own), existing, 'DD/MM/YY')).toBe('AA')
    expect(defaultValueText(edit(own, { mapTo: 'fresh' }), existing, 'DD/MM/YY')).toBe('own')
    expect(defaultValueText(edit(own, { type: 'widget-level' }), existing, 'DD/MM/YY')).toBe('own')
    expect(defaultValueText(edit(own, { type: 'static-value', value: 'fix' }), existing, 'DD/MM/YY')).toBe(
      'fix',
    )
  })

  it('names the source', () => {
    const own = parameter('carrier')
    expect(sourceText(edit(own))).toBe('Dashboard carrier')
    expect(sourceText(edit(own, { mapTo: 'fresh' }))).toBe('Dashboard fresh')
    expect(sourceText(edit(own, { type: 'widget-level' }))).toBe('Widget parameter')
    expect(sourceText(edit(own, { type: 'static-value' }))).toBe('Static value')
  })
})
