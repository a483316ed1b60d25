import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredParameter } from '../parameters/detect-parameters.ts'
import { valueInAddress, widgetAddressPrefix } from '../parameters/parameter-address.ts'
import { readDashboardOptions } from './dashboard-options.ts'
import {
  dashboardParameters,
  type MappedWidget,
  mappingsOf,
  parametersOfRun,
  valuesOfWidget,
  widgetParameters,
  widgetsMappedTo,
} from './parameter-mappings.ts'

const parameter = (name: string, type = 'text', rest: Partial<StoredParameter> = {}): StoredParameter => ({
  name,
  title: name,
  type,
  value: null,
  global: false,
  ...rest,
})
const widget = (
  id: number,
  parameters: StoredParameter[],
  parameterMappings: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): MappedWidget => ({ id, parameters, options: { parameterMappings, ...more } })
const toDashboard = (mapTo: string, title = '') => ({ type: 'dashboard-level', mapTo, value: null, title })
const options = readDashboardOptions

describe('mappingsOf', () => {
  it('completes what is missing, and drops what is gone', () => {
    const mapped = widget(1, [parameter('a'), parameter('b', 'text', { global: true }), parameter('c')], {
      gone: toDashboard('x'),
      c: { type: 'static-value', value: 5, title: 'C' },
    })
    expect(mappingsOf(mapped)).toEqual([
      { name: 'a', type: 'widget-level', mapTo: 'a', value: null, title: '' },
      { name: 'b', type: 'dashboard-level', mapTo: 'b', value: null, title: '' },
      { name: 'c', type: 'static-value', mapTo: 'c', value: 5, title: 'C' },
    ])
  })

  it('finds no mapping for names inherited by every object', () => {
    const [mapping] = mappingsOf(widget(1, [parameter('constructor')]))
    expect(mapping).toMatchObject({ name: 'constructor', type: 'widget-level' })
  })
})

describe('dashboardParameters', () => {
  const first = widget(
    1,
    [parameter('land', 'enum', { enumOptions: 'de\nfr', value: 'fr', title: 'Country' })],
    {
      land: toDashboard('country'),
    },
  )
  const second = widget(
    2,
    [parameter('country', 'enum', { enumOptions: 'de\nfr', value: 'de' }), parameter('n', 'number')],
    {
      country: toDashboard('country', 'Another title'),
      n: toDashboard('limit', 'How many'),
    },
  )

  it('is one for each name, as the first one is defined', () => {
    expect(dashboardParameters([first, second], options({}))).toEqual([
      parameter('country', 'enum', { enumOptions: 'de\nfr', value: 'fr', title: 'Country' }),
      parameter('limit', 'number', { title: 'How many' }),
    ])
    expect(dashboardParameters([second, first], options({}))[0]).toMatchObject({
      value: 'de',
      title: 'Another title',
    })
  })

  it('keeps the label of its parameter under another name', () => {
    const renamed = widget(3, [parameter('from_day', 'date')], { from_day: toDashboard('x') })
    expect(dashboardParameters([renamed], options({}))[0]).toMatchObject({ name: 'x', title: 'From Day' })
  })

  it('takes saved values, unless its type no longer does', () => {
    const saved = (value: unknown) => options({ parameters: [{ name: 'limit', value }] })
    const read = (value: unknown) => {
      const own = widget(1, [parameter('limit', 'number', { value: 10, global: true })])
      return dashboardParameters([own], saved(value))[0]?.value
    }
    expect(read(20)).toBe(20)
    expect(read(null)).toBeNull()
    expect(read('many')).toBe(10)
  })

  it('stands in the order of the options, others after them as they come', () => {
    const many = widget(
      1,
      ['a', 'b', 'c', 'd'].map((name) => parameter(name, 'text', { global: true })),
    )
    const names = (order: string[]) =>
      dashboardParameters([many], options({ globalParamOrder: order })).map(({ name }) => name)
    expect(names(['d', 'gone', 'b'])).toEqual(['d', 'b', 'a', 'c'])
    expect(names([])).toEqual(['a', 'b', 'c', 'd'])
  })

  it('excludes static and widget-level parameters', () => {
    const own = widget(1, [parameter('a'), parameter('b')], { b: { type: 'static-value', value: 'x' } })
    expect(dashboardParameters([own], options({}))).toEqual([])
  })
})

describe('widgetParameters', () => {
  it('are those with controls in the widget, in its order and with its titles', () => {
    const own = widget(
      1,
      [parameter('a'), parameter('b'), parameter('c', 'text', { title: 'Sea' }), parameter('d')],
      { a: { type: 'widget-level', title: 'First' }, d: toDashboard('d') },
      { paramOrder: ['c', 'd'] },
    )
    expect(widgetParameters(own).map(({ name, title }) => [name, title])).toEqual([
      ['c', 'Sea'],
      ['a', 'First'],
      ['b', 'b'],
    ])
  })

  it('have addresses of their own', () => {
    const found = valueInAddress('?p_a=1&p_w7_a=2&p_w70_a=3', parameter('a'), widgetAddressPrefix(7))
    expect(found).toBe('2')
  })
})

describe('valuesOfWidget', () => {
  const mapped = widget(
    1,
    [
      parameter('own', 'text', { value: 'stored' }),
      parameter('shared', 'number', { value: 1 }),
      parameter('fixed', 'number', { value: 1 }),
    ],
    { shared: toDashboard('limit'), fixed: { type: 'static-value', value: '7' } },
  )

  it('come from the dashboard, the widget and the mapping', () => {
    const dashboard = [parameter('limit', 'number', { value: 50 }), parameter('own', 'text', { value: 'no' })]
    expect(valuesOfWidget(mapped, dashboard, { own: 'mine', shared: 3, fixed: 9 })).toEqual({
      own: 'mine',
      shared: 50,
      fixed: 7,
    })
    expect(valuesOfWidget(mapped, [], {})).toEqual({ own: 'stored', shared: 1, fixed: 7 })
  })

  it('leave what has another type than the dashboard parameter its own value', () => {
    const range = { start: '2026-01-01', end: '2026-01-31' }
    const dashboard = dashboardParameters(
      [
        widget(1, [parameter('when', 'date-range', { value: range, global: true })]),
        widget(2, [parameter('when', 'text', { value: 'May', global: true })]),
      ],
      options({}),
    )
    expect(dashboard).toMatchObject([{ name: 'when', type: 'date-range' }])
    const text = widget(2, [parameter('when', 'text', { value: 'May', global: true })])
    expect(valuesOfWidget(text, dashboard, {})).toEqual({ when: 'May' })
    const other = widget(3, [parameter('when', 'date-range', { global: true })])
    expect(valuesOfWidget(other, dashboard, {})).toEqual({ when: range })
  })

  it('are of the type of each parameter: one value, or a list of them', () => {
    const several = parameter('a', 'enum', {
      enumOptions: 'x\ny',
      global: true,
      multiValuesOptions: { separator: ',' },
    })
    expect(valuesOfWidget(widget(1, [several]), [parameter('a', 'enum', { value: 'y' })], {})).toEqual({
      a: ['y'],
    })
  })

  it('say what is missing', () => {
    expect(parametersOfRun(widget(1, [parameter('a')]), [], { a: '' })).toMatchObject([
      { name: 'a', value: null },
    ])
  })

  it('are there for every parameter, whatever is stored', () => {
    const names = fc.constantFrom('a', 'b', '__proto__', 'constructor')
    const types = fc.constantFrom('text', 'number', 'enum', 'date-range', 'query', 'date', 'odd')
    const parameters = fc.uniqueArray(
      fc.record({ name: names, type: types, value: fc.jsonValue(), global: fc.boolean() }),
      { selector: ({ name }) => name },
    )
    const mapping = fc.record({
      type: fc.constantFrom('dashboard-level', 'widget-level', 'static-value', 'odd', 5),
      mapTo: fc.oneof(names, fc.jsonValue()),
      value: fc.jsonValue(),
    })
    fc.assert(
      fc.property(parameters, fc.dictionary(names, mapping), fc.jsonValue(), (defined, mappings, saved) => {
        const one = widget(
          1,
          defined.map(({ name, type, value, global }) => parameter(name, type, { value, global })),
          mappings,
        )
        const dashboard = dashboardParameters(
          [one, one],
          options({ parameters: [{ name: 'a', value: saved }] }),
        )
        expect(new Set(dashboard.map(({ name }) => name)).size).toBe(dashboard.length)
        expect(parametersOfRun(one, dashboard, {}).map(({ name }) => name)).toEqual(
          defined.map(({ name }) => name),
        )
      }),
    )
  })
})

it('names the widgets that take a changed parameter', () => {
  const widgets = [
    widget(1, [parameter('a')], { a: toDashboard('x') }),
    widget(2, [parameter('x')]),
    widget(3, [parameter('x', 'text', { global: true })]),
    widget(4, [parameter('b')], { b: { type: 'static-value', mapTo: 'x' } }),
  ]
  expect(widgetsMappedTo(widgets, ['x']).map(({ id }) => id)).toEqual([1, 3])
  expect(widgetsMappedTo(widgets, [])).toEqual([])
})
