import { describe, expect, it } from 'vitest'
import type { QuerySnapshot } from '#shared/queries/query-versions-api.ts'
import { snapshotChanges } from './snapshot-changes.ts'

const chart = { id: 2, type: 'CHART', name: 'Columns', description: '', options: { a: 1, b: 2 } }
const table = { id: 1, type: 'TABLE', name: 'Table', description: '', options: {} }
const base: QuerySnapshot = {
  name: 'Flights',
  description: null,
  query: 'select 1',
  data_source_id: 1,
  options: { apply_auto_limit: true, parameters: [{ name: 'a', type: 'text' }, { name: 'b' }] },
  schedule: null,
  tags: ['x', 'y'],
  is_draft: true,
  is_archived: false,
  visualizations: [table, chart],
}
const words = {
  dataSource: (id: number | null) => `source ${id}`,
  schedule: (stored: QuerySnapshot['schedule']) => (stored === null ? 'Never' : `Every ${stored.interval} s`),
}
const changes = (after: Partial<QuerySnapshot>, before: Partial<QuerySnapshot> = {}) =>
  snapshotChanges({ ...base, ...before }, { ...base, ...after }, words)

describe('snapshotChanges', () => {
  it('finds nothing in equal states, whatever the order of keys', () => {
    expect(changes({})).toEqual([])
    expect(changes({ visualizations: [{ ...chart, options: { b: 2, a: 1 } }, table] })).toEqual([])
    expect(changes({ query: 'select 2', description: '' })).toEqual([])
  })

  it('names the differences in words', () => {
    expect(
      changes({
        name: 'Departures',
        description: 'By airport',
        data_source_id: 2,
        tags: ['y', 'z'],
        schedule: { interval: 60 },
        is_draft: false,
        options: { ...base.options, apply_auto_limit: false },
      }),
    ).toEqual([
      { kind: 'value', label: 'Name', before: 'Flights', after: 'Departures' },
      { kind: 'value', label: 'Description', before: '', after: 'By airport' },
      { kind: 'value', label: 'Data source', before: 'source 1', after: 'source 2' },
      { kind: 'tags', label: 'Tags', added: ['z'], removed: ['x'] },
      { kind: 'value', label: 'Refresh schedule', before: 'Never', after: 'Every 60 s' },
      { kind: 'value', label: 'Published', before: 'No', after: 'Yes' },
      { kind: 'value', label: 'LIMIT 1000', before: 'On', after: 'Off' },
    ])
  })

  it('shows the stored form of schedules that read alike', () => {
    const schedule = { interval: 60, until: null }
    const [change] = changes({ schedule: { ...schedule, until: '2026-01-01' } }, { schedule })
    expect(change).toMatchObject({ kind: 'json', label: 'Refresh schedule' })
  })

  it('identifies parameters by name, and detects changes of their order', () => {
    const parameters = [{ name: 'b' }, { name: 'a', type: 'number' }, { name: 'c' }]
    expect(changes({ options: { apply_auto_limit: true, parameters } })).toEqual([
      {
        kind: 'json',
        label: 'Parameter “a”',
        before: '{\n  "name": "a",\n  "type": "text"\n}',
        after: '{\n  "name": "a",\n  "type": "number"\n}',
      },
      { kind: 'json', label: 'Parameter “c”', before: null, after: '{\n  "name": "c"\n}' },
      { kind: 'value', label: 'Order of parameters', before: 'a, b', after: 'b, a' },
    ])
    expect(changes({ options: { apply_auto_limit: true, parameters: 'nonsense' } })).toHaveLength(2)
  })

  it('groups other options', () => {
    const options = { ...base.options, schemaOptions: { selectedDatabase: 'x' } }
    expect(changes({ options })).toMatchObject([{ kind: 'json', label: 'Options', before: '{}' }])
  })

  it('pairs visualizations by id, then by type and name', () => {
    expect(changes({ visualizations: [table, { ...chart, name: 'Bars' }] })).toMatchObject([
      { label: 'Visualization “Columns”, now “Bars”' },
    ])
    expect(changes({ visualizations: [table, { ...chart, id: 9 }] })).toEqual([])
    expect(changes({ visualizations: [table, { ...chart, id: 9, name: 'Other' }] })).toMatchObject([
      { label: 'Visualization “Columns”', after: null },
      { label: 'Visualization “Other”', before: null },
    ])
  })
})
