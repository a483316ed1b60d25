import { lazy } from 'react'
import { describe, expect, it } from 'vitest'
import type { HostSettings, Visualization } from '#visualizations/visualization.ts'
import {
  changeName,
  changeType,
  isEdited,
  type LoadedKind,
  openEditor,
  storedName,
} from './edited-visualization.ts'

const Nothing = () => null

function kind(type: string, name: string, defaults: Record<string, unknown>): LoadedKind {
  const visualization: Visualization = {
    normalize: (stored) => ({ ...defaults, ...stored }),
    prepare: () => null,
    Renderer: Nothing,
    Editor: lazy(async () => ({ default: Nothing })),
  }
  return { kind: { type, name }, visualization }
}

const chart = kind('CHART', 'Chart', { legend: true })
const table = kind('TABLE', 'Table', { itemsPerPage: 25 })
const data = { columns: [], rows: [] }
const settings = {} as HostSettings

describe('the visualization editor', () => {
  it('lets the name follow the type until the name is edited', () => {
    const opened = openEditor(chart, null, data, settings)
    expect(opened).toMatchObject({ type: 'CHART', name: 'Chart', options: { legend: true } })
    const changed = changeType(opened, table, data, settings)
    expect(changed).toMatchObject({ type: 'TABLE', name: 'Table', options: { itemsPerPage: 25 } })
    expect(changed.options).not.toHaveProperty('legend')
    expect(changeType(changeName(changed, 'Mine'), chart, data, settings).name).toBe('Mine')
  })

  it('opens with what was chosen in the gallery', () => {
    const suggest = (_: unknown, chartType?: string) => ({ chartType, x: 'day', stacked: false })
    const suggesting = { ...chart, visualization: { ...chart.visualization, suggest } }
    const start = { type: 'CHART', chartType: 'area', options: { stacked: true } }
    const opened = openEditor(suggesting, null, data, settings, start)
    expect(opened.options).toEqual({ legend: true, chartType: 'area', x: 'day', stacked: true })
    expect(isEdited(opened, opened)).toBe(false)
  })

  it('asks before closing only if something has changed', () => {
    const opened = openEditor(
      chart,
      { type: 'CHART', name: 'Old', options: { legend: false } },
      data,
      settings,
    )
    expect(opened).toMatchObject({ name: 'Old', options: { legend: false } })
    expect(isEdited(opened, opened)).toBe(false)
    expect(isEdited({ ...opened, options: { legend: false } }, opened)).toBe(false)
    expect(isEdited({ ...opened, options: { legend: true } }, opened)).toBe(true)
    expect(isEdited(changeName(opened, 'Old'), opened)).toBe(true)
  })

  it('names an unnamed visualization after its type', () => {
    const opened = openEditor(chart, null, data, settings)
    expect(storedName(changeName(opened, '  '), chart.kind)).toBe('Chart')
    expect(storedName(changeName(opened, ' Sales '), chart.kind)).toBe('Sales')
  })

  it("opens new visualizations, and those whose type changes, with the type's suggestion, but never stored ones", () => {
    const suggesting: LoadedKind = {
      ...chart,
      visualization: {
        ...chart.visualization,
        suggest: ({ columns }) => ({ columnMapping: { [String(columns[0]?.name)]: 'x' } }),
      },
    }
    const result = { columns: [{ name: 'day', friendly_name: 'day', type: 'date' as const }], rows: [] }
    const mapping = { columnMapping: { day: 'x' }, legend: true }
    expect(openEditor(suggesting, null, result, settings).options).toEqual(mapping)
    const opened = openEditor(table, null, result, settings)
    expect(changeType(opened, suggesting, result, settings).options).toEqual(mapping)
    const stored = { type: 'CHART', name: 'Old', options: {} }
    expect(openEditor(suggesting, stored, result, settings).options).toEqual({ legend: true })
  })
})
