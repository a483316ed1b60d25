// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { choose, type EditorUnderTest, hasField, openEditor, openTab, tabs } from '../editor-under-test.tsx'
import type { VisualizationData } from '../visualization.ts'
import MapEditor from './map-editor.tsx'
import { type MarkersOptions, normalizeMarkers } from './map-options.ts'

afterEach(cleanup)

const data: VisualizationData = {
  columns: ['lat', 'lon', 'kind'].map((name) => ({ name, friendly_name: name, type: null })),
  rows: [
    { lat: 1, lon: 2, kind: 'tower' },
    { lat: 3, lon: 4, kind: 'bridge' },
    { lat: null, lon: 4, kind: 'nowhere' },
  ],
}

const open = (stored: Record<string, unknown>): EditorUnderTest<MarkersOptions> =>
  openEditor(MapEditor, { options: normalizeMarkers(stored), data })

const hasColor = (label: string) => screen.queryByRole('button', { name: new RegExp(`^${label}: `) }) !== null

describe('the map editor', () => {
  it('has its tabs in order', () => {
    open({})
    expect(tabs()).toEqual(['General', 'Groups', 'Format', 'Style'])
  })

  it('General: columns, a removable group, and omitted rows', async () => {
    const latest = open({})
    expect(hasField('Latitude Column Name') && hasField('Longitude Column Name')).toBe(true)
    expect(screen.getByRole('status').textContent).toBe('1 of 3 rows has no usable coordinates.')
    choose('Group By', 'kind')
    expect(latest.options.classify).toBe('kind')
    choose('Group By', 'None')
    expect(latest.options.classify).toBeNull()
  })

  it('Groups: a color per group, automatic until chosen', async () => {
    const latest = open({ classify: 'kind' })
    openTab('Groups')
    expect(hasColor('tower') && hasColor('bridge')).toBe(true)
    expect(hasColor('nowhere')).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'bridge: Automatic' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Red' }))
    expect(latest.options.groups).toEqual({ bridge: { color: '#E92828' } })
  })

  it('Format: templates are disabled while their switch is off', () => {
    const latest = open({})
    openTab('Format')
    const tooltip = screen.getByRole('textbox', { name: 'Tooltip template' })
    expect(tooltip.hasAttribute('disabled')).toBe(true)
    expect(tooltip.getAttribute('placeholder')).toBe('Default template')
    fireEvent.click(screen.getByLabelText('Show tooltip'))
    fireEvent.change(tooltip, { target: { value: '{{ kind }}' } })
    fireEvent.blur(tooltip)
    fireEvent.click(screen.getByLabelText('Show popup'))
    expect(latest.options).toMatchObject({
      tooltip: { enabled: true, template: '{{ kind }}' },
      popup: { enabled: false, template: '' },
    })
    expect(screen.getByRole('textbox', { name: 'Popup template' }).hasAttribute('disabled')).toBe(true)
  })

  it('Style: tile servers, clusters, and a style of the markers that fits the shape', async () => {
    const latest = open({})
    openTab('Style')
    choose('Map Tiles', 'OpenTopoMap')
    expect(latest.options.mapTileUrl).toBe('//{s}.tile.opentopomap.org/{z}/{x}/{y}.png')
    fireEvent.click(screen.getByLabelText('Cluster Markers'))
    expect(latest.options.clusterMarkers).toBe(false)
    expect(hasField('Shape')).toBe(false)
    fireEvent.click(screen.getByLabelText('Override default style'))
    expect(hasField('Icon')).toBe(true)
    expect(['Icon Color', 'Background Color', 'Border Color'].filter(hasColor)).toHaveLength(3)
    choose('Shape', 'Circle')
    expect(latest.options.iconShape).toBe('doughnut')
    expect(hasField('Icon')).toBe(false)
    expect(['Icon Color', 'Background Color', 'Border Color'].filter(hasColor)).toEqual([
      'Background Color',
      'Border Color',
    ])
    choose('Shape', 'Square Dot')
    expect(['Icon Color', 'Background Color', 'Border Color'].filter(hasColor)).toEqual(['Border Color'])
    choose('Shape', 'Square + Icon')
    expect(latest.options.iconShape).toBe('rectangle')
  })

  it('Style: grouped markers have no custom style, with an explanation', () => {
    open({ classify: 'kind', customizeMarkers: true })
    openTab('Style')
    expect(screen.getByLabelText('Override default style').hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('button', { name: 'Why is this disabled?' })).toBeTruthy()
    expect(hasField('Shape')).toBe(false)
  })

  it('Style: keeps a tile server that is not offered', () => {
    const latest = open({ mapTileUrl: 'https://tiles.example/{z}/{x}/{y}.png' })
    openTab('Style')
    expect(screen.getAllByDisplayValue('https://tiles.example/{z}/{x}/{y}.png').length).toBeGreaterThan(0)
    expect(latest.options.mapTileUrl).toBe('https://tiles.example/{z}/{x}/{y}.png')
  })
})
