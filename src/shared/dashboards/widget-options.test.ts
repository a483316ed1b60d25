import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDashboardOptions, tabOfWidget } from './dashboard-options.ts'
import { readWidgetOptions, widgetKind } from './widget-options.ts'

/** What JSON can hold, with the keys that matter and those that are dangerous. */
const anything = fc.object({
  key: fc.constantFrom(
    ...['position', 'col', 'sizeY', 'autoHeight', 'parameterMappings', 'mapTo', 'type', 'paramOrder', 'tab'],
    ...['globalParamOrder', 'parameters', 'tabs', 'id', 'name', 'value', '__proto__', 'constructor', 'x'],
  ),
  values: [
    fc.anything(),
    fc.constantFrom('dashboard-level', 'static-value', 'widget-level', '__proto__', -1, 1e300),
  ],
  maxDepth: 4,
})

describe('readWidgetOptions', () => {
  it('reads what is stored', () => {
    const read = readWidgetOptions({
      position: { col: 1, row: 2, sizeX: 3, sizeY: 4, autoHeight: true, minSizeX: 1 },
      parameterMappings: {
        country: { name: 'country', type: 'dashboard-level', mapTo: 'land', value: null, title: 'Land' },
        year: { name: 'other', type: 'static-value', value: 2026 },
      },
      paramOrder: ['year', 'country', 'year', 5],
      isHidden: true,
      tab: 'b',
    })
    expect(read).toEqual({
      position: { col: 1, row: 2, sizeX: 3, sizeY: 4, autoHeight: true },
      parameterMappings: {
        country: { name: 'country', type: 'dashboard-level', mapTo: 'land', value: null, title: 'Land' },
        year: { name: 'year', type: 'static-value', mapTo: 'year', value: 2026, title: '' },
      },
      paramOrder: ['year', 'country'],
      isHidden: true,
      tab: 'b',
    })
  })

  it('ignores invalid options', () => {
    expect(
      readWidgetOptions({
        position: { col: '1', row: Number.NaN, sizeX: 2.6, sizeY: -1, autoHeight: 'yes' },
        parameterMappings: { a: { type: 'else' }, b: null, c: [] },
        paramOrder: 'a',
        isHidden: 1,
        tab: '',
      }),
    ).toEqual({
      position: { sizeX: 3, sizeY: -1 },
      parameterMappings: {},
      paramOrder: [],
      isHidden: false,
      tab: null,
    })
  })

  it('never throws, and changes no prototype', () => {
    fc.assert(
      fc.property(anything, (options) => {
        const read = readWidgetOptions(options)
        for (const value of Object.values(read.position)) expect(value).not.toBeNaN()
        expect(read.parameterMappings.constructor).toSatisfy(
          (found) => found === undefined || typeof found === 'object',
        )
        readDashboardOptions(options)
      }),
    )
    const hostile = JSON.parse(
      '{"parameterMappings":{"__proto__":{"type":"static-value","value":1,"polluted":1}},"__proto__":{"tab":"x"}}',
    )
    const { parameterMappings, tab } = readWidgetOptions(hostile)
    const [mapping] = Object.values(parameterMappings)
    expect(mapping).toMatchObject({ name: '__proto__', value: 1 })
    expect(tab).toBeNull()
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    for (const odd of [null, undefined, 5, 'x', []]) {
      expect(Reflect.apply(readWidgetOptions, null, [odd])).toMatchObject({ position: {}, paramOrder: [] })
    }
  })
})

describe('widgetKind', () => {
  it('depends on the fields of the widget', () => {
    expect(widgetKind({ visualization: { id: 1 } })).toBe('visualization')
    expect(widgetKind({ restricted: true })).toBe('restricted')
    expect(widgetKind({ visualization: null, restricted: false })).toBe('textbox')
    expect(widgetKind({})).toBe('textbox')
  })
})

describe('readDashboardOptions', () => {
  it('reads order, saved values and tabs; of equal names the first', () => {
    expect(
      readDashboardOptions({
        globalParamOrder: ['b', 'a'],
        parameters: [{ name: 'a', value: 1 }, { name: 'a', value: 2 }, { name: 'b' }, 'c', null],
        tabs: [{ id: 't', name: 'First' }, { id: 't', name: 'Again' }, { id: 'u' }, { name: 'No id' }],
      }),
    ).toEqual({
      globalParamOrder: ['b', 'a'],
      parameters: [
        { name: 'a', value: 1 },
        { name: 'b', value: null },
      ],
      tabs: [
        { id: 't', name: 'First' },
        { id: 'u', name: 'u' },
      ],
    })
    expect(readDashboardOptions({})).toEqual({ globalParamOrder: [], parameters: [], tabs: [] })
  })

  it('puts widgets of unknown tabs into the first', () => {
    const tabs = [
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ]
    expect(tabOfWidget({ tab: 'b' }, tabs)).toBe('b')
    expect(tabOfWidget({ tab: 'gone' }, tabs)).toBe('a')
    expect(tabOfWidget({}, tabs)).toBe('a')
    expect(tabOfWidget({ tab: 'b' }, [])).toBeNull()
  })
})
