import { describe, expect, it } from 'vitest'
import type { DashboardSnapshot } from '#shared/dashboards/dashboard-versions-api.ts'
import { dashboardChanges, stateOfSnapshot } from './dashboard-changes.ts'

type Kept = DashboardSnapshot['widgets'][number]

const at = (col: number, row: number, sizeX = 3) => ({ position: { col, row, sizeX, sizeY: 5 } })
const chart: Kept = {
  id: 1,
  visualization_id: 10,
  visualization_name: 'Columns',
  query_id: 4,
  query_name: 'Flights',
  text: null,
  options: at(0, 0),
}
const words: Kept = {
  id: 2,
  visualization_id: null,
  visualization_name: null,
  query_id: null,
  query_name: null,
  text: '# Read me\nfirst',
  options: at(3, 0),
}
const base: DashboardSnapshot = {
  name: 'Flights',
  tags: ['x', 'y'],
  is_draft: true,
  is_archived: false,
  dashboard_filters_enabled: false,
  options: {},
  widgets: [chart, words],
}
const changes = (after: Partial<DashboardSnapshot>, before: Partial<DashboardSnapshot> = {}) =>
  dashboardChanges(stateOfSnapshot({ ...base, ...before }), stateOfSnapshot({ ...base, ...after }))

describe('dashboardChanges', () => {
  it('finds nothing in equal states, nor in new names of what is shown', () => {
    expect(changes({})).toEqual([])
    expect(changes({ widgets: [words, { ...chart, visualization_name: 'Bars' }] })).toEqual([])
  })

  it('names what differs in words', () => {
    const tabs = [{ id: 'a', name: 'First' }]
    expect(
      changes({
        name: 'Departures',
        tags: ['y', 'z'],
        is_draft: false,
        dashboard_filters_enabled: true,
        options: { tabs, globalParamOrder: ['b'], parameters: [{ name: 'b', value: 1 }] },
      }),
    ).toMatchObject([
      { kind: 'value', label: 'Name', before: 'Flights', after: 'Departures' },
      { kind: 'tags', added: ['z'], removed: ['x'] },
      { kind: 'value', label: 'Published', before: 'No', after: 'Yes' },
      { kind: 'value', label: 'Dashboard filters', before: 'No', after: 'Yes' },
      { kind: 'value', label: 'Tabs', before: '', after: 'First' },
      { kind: 'value', label: 'Order of parameters', before: '', after: 'b' },
      { kind: 'json', label: 'Values of parameters' },
    ])
  })

  it('tells of widgets by their names', () => {
    const added = { ...chart, id: 7, visualization_id: 11, visualization_name: 'Map' }
    expect(changes({ widgets: [{ ...chart, options: at(0, 4, 6) }, added] })).toEqual([
      { kind: 'note', label: 'Widget “Map – Flights”', words: 'Added' },
      { kind: 'note', label: 'Widget “Columns – Flights”', words: 'Moved, Resized' },
      { kind: 'note', label: 'Widget textbox “Read me”', words: 'Removed' },
    ])
    const mapped = { ...chart, options: { ...at(0, 0), isHidden: true, tab: 'b' } }
    expect(changes({ widgets: [mapped, { ...words, text: 'Other' }] })).toMatchObject([
      { kind: 'note', words: 'To another tab' },
      { kind: 'json', label: 'Widget “Columns – Flights”' },
      { kind: 'value', label: 'Widget textbox “Other”', before: '# Read me\nfirst', after: 'Other' },
    ])
  })

  it('knows a widget again that came back, and tells those with one name apart', () => {
    expect(changes({ widgets: [{ ...chart, id: 8 }, words] })).toEqual([])
    const twice = { widgets: [chart, { ...chart, id: 9 }, words] }
    expect(changes({ widgets: [words] }, twice)).toMatchObject([
      { label: 'Widget “Columns – Flights”', words: 'Removed' },
      { label: 'Widget “Columns – Flights” (2)', words: 'Removed' },
    ])
    const hidden = { ...chart, visualization_name: null, query_id: null, query_name: null }
    expect(changes({ widgets: [words] }, { widgets: [hidden, words] })).toMatchObject([
      { label: 'Widget restricted', words: 'Removed' },
    ])
  })
})
