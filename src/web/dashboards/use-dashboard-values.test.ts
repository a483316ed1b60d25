// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import type { RunWidget } from './run-widgets.ts'
import { type DashboardValues, useDashboardValues } from './use-dashboard-values.ts'

const parameter = (name: string, value: unknown, type = 'text'): StoredParameter => ({
  name,
  title: name,
  type,
  value,
  global: false,
})
const mapping = (type: string, mapTo: string, value: unknown = null) => ({ type, mapTo, value, title: '' })

/** Two widgets share `region`; the first has a size of its own, the second a fixed year. */
const widgets: RunWidget[] = [
  {
    id: 11,
    queryId: 1,
    parameters: [parameter('where', 'EU'), parameter('size', 3, 'number')],
    options: { parameterMappings: { where: mapping('dashboard-level', 'region') } },
  },
  {
    id: 12,
    queryId: 2,
    parameters: [parameter('area', 'US'), parameter('year', 2020, 'number')],
    options: {
      parameterMappings: {
        area: mapping('dashboard-level', 'region'),
        year: mapping('static-value', 'year', 2024),
      },
    },
  },
]
const noOptions = {}

function open(search: string) {
  return renderHook(() => useDashboardValues(widgets, noOptions, search)).result
}

function runs({ wanted }: DashboardValues) {
  return wanted.map(({ widgetId, parameters }) => [
    widgetId,
    Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
  ])
}

it('runs widgets with what is stored, and the address says so', () => {
  const { current } = open('')
  expect(current.parameters.all.map(({ name, value }) => [name, value])).toEqual([['region', 'EU']])
  expect(runs(current)).toEqual([
    [11, { where: 'EU', size: 3 }],
    [12, { area: 'EU', year: 2024 }],
  ])
  expect(current.inAddress({ tab: '2' })).toEqual({ tab: '2', p_region: 'EU', p_w11_size: '3' })
})

it('takes values from the address first: those of the dashboard, and those of one widget', () => {
  const { current } = open('?p_region=ASIA&p_w11_size=7&p_w12_year=1')
  expect(runs(current)).toEqual([
    [11, { where: 'ASIA', size: 7 }],
    [12, { area: 'ASIA', year: 2024 }],
  ])
})

it('runs only the widget whose own parameter was applied again', () => {
  const opened = open('?p_w11_size=7')
  const before = runs(opened.current)
  act(() => opened.current.applyOfWidget(11, [parameter('size', 9, 'number')]))
  expect(runs(opened.current)).toEqual([[11, { where: 'EU', size: 9 }], before[1]])
  expect(opened.current.inAddress({})).toMatchObject({ p_w11_size: '9' })
})

it('gives an applied value of the dashboard to all widgets that are mapped to it', () => {
  const opened = open('')
  act(() => opened.current.parameters.set('region', 'AFRICA'))
  expect(runs(opened.current)[0]).toEqual([11, { where: 'EU', size: 3 }])
  act(() => void opened.current.parameters.apply())
  expect(runs(opened.current).map(([, values]) => values)).toEqual([
    { where: 'AFRICA', size: 3 },
    { area: 'AFRICA', year: 2024 },
  ])
  expect(opened.current.inAddress({ p_region: 'EU', p_gone: '1' })).toEqual({
    p_region: 'AFRICA',
    p_w11_size: '3',
  })
})
