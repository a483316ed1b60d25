import { describe, expect, it } from 'vitest'
import type { Visualization } from '#shared/visualizations/visualizations-api.ts'
import { downloadAddress } from '../results/downloads.ts'
import { stopwatch } from '../results/elapsed.tsx'
import {
  hashOfVisualization,
  orderedVisualizations,
  virtualTable,
  visualizationOfHash,
} from './visualization-hash.ts'

const stored = [7, 3, 12].map(
  (id): Visualization => ({
    id,
    type: 'CHART',
    name: `v${id}`,
    description: '',
    options: {},
    updated_at: '',
    created_at: '',
  }),
)

describe('tabs of the results', () => {
  const ordered = orderedVisualizations(stored)
  it('are ordered by id; without any, there is a virtual table', () => {
    expect(ordered.map((one) => one.id)).toEqual([3, 7, 12])
    expect(orderedVisualizations([])).toEqual([virtualTable])
  })
  it('are unsaved ones of a new query after its table, in the order they were made', () => {
    const [one, two] = stored.map((each, at) => ({ ...each, id: -1000 - at }))
    const made = [two, one].filter((each) => each !== undefined)
    expect(orderedVisualizations(made).map(({ id }) => id)).toEqual([null, -1000, -1001])
    expect(orderedVisualizations([...made, ...stored]).map(({ id }) => id)).toEqual([3, 7, 12, -1000, -1001])
    expect(visualizationOfHash('#-1001', orderedVisualizations(made)).id).toBe(-1001)
  })
  it.each([
    ['#7', 7],
    ['12', 12],
    ['', 3],
    ['#table', 3],
    ['#99', 3],
    ['#07', 3],
  ])('hash %j', (hash, id) => {
    expect(visualizationOfHash(hash, ordered).id).toBe(id)
  })
  it('writes no hash for the first', () => {
    expect(hashOfVisualization(3, ordered)).toBe('')
    expect(hashOfVisualization(12, ordered)).toBe('12')
    expect(hashOfVisualization(null, ordered)).toBe('')
  })
})

describe('downloadAddress', () => {
  it('is below the query if that is saved', () => {
    expect(downloadAddress(5, 12, 'csv')).toBe('/api/queries/5/results/12.csv')
    expect(downloadAddress(null, 12, 'xlsx')).toBe('/api/query_results/12.xlsx?name=New+Query')
  })
})

describe('stopwatch', () => {
  it.each([
    [-5, '0:00'],
    [7999, '0:07'],
    [61_000, '1:01'],
    [3_723_000, '1:02:03'],
  ])('%i ms', (ms, text) => {
    expect(stopwatch(ms)).toBe(text)
  })
})
