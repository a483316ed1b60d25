// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import MapEditor from './map-editor.tsx'
import { type MarkersOptions, normalizeMarkers } from './map-options.ts'

afterEach(cleanup)

const settings: HostSettings = {
  ...{ dateFormat: '', dateTimeFormat: '', integerFormat: '0,0', floatFormat: '0,0.00' },
  ...{ thousandsSeparator: ',', decimalSeparator: '.', nullValue: 'null', booleanValues: ['false', 'true'] },
  ...{ tableCellMaxJSONSize: 50_000, allowCustomJSVisualizations: false },
}

const data: VisualizationData = {
  columns: ['lat', 'lon', 'kind'].map((name) => ({ name, friendly_name: name, type: null })),
  rows: [
    { lat: 1, lon: 2, kind: 'tower' },
    { lat: 3, lon: 4, kind: 'bridge' },
    { lat: null, lon: 4, kind: 'nowhere' },
  ],
}

interface Latest {
  options: MarkersOptions
}

function Host({ latest }: { latest: Latest }) {
  const [options, setOptions] = useState(latest.options)
  const take = (next: MarkersOptions) => {
    latest.options = next
    setOptions(next)
  }
  return <MapEditor data={data} options={options} onOptionsChange={take} settings={settings} />
}

function openEditor(stored: Record<string, unknown>): Latest {
  const latest: Latest = { options: normalizeMarkers(stored) }
  render(
    <MantineProvider env="test">
      <Host latest={latest} />
    </MantineProvider>,
  )
  return latest
}

function openTab(name: string): void {
  fireEvent.click(screen.getByRole('tab', { name }))
}

/** In the field's own list: lists of other fields may offer the same. */
function choose(label: string, option: string): void {
  const field = screen.getByLabelText(label, { selector: 'input' })
  fireEvent.click(field)
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  const found = [...(list?.querySelectorAll('[role=option]') ?? [])].find((one) => one.textContent === option)
  if (!found) throw new Error(`${label} does not offer ${option}.`)
  fireEvent.click(found)
}

const has = (label: string) => screen.queryAllByLabelText(label).length > 0
const hasColor = (label: string) => screen.queryByRole('button', { name: new RegExp(`^${label}: `) }) !== null

describe('the map editor (5.4)', () => {
  it('has its tabs in order', () => {
    openEditor({})
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'General',
      'Groups',
      'Format',
      'Style',
    ])
  })

  it('General: columns, a group that can be taken back, and what was left out', async () => {
    const latest = openEditor({})
    expect(has('Latitude Column Name') && has('Longitude Column Name')).toBe(true)
    expect(screen.getByRole('status').textContent).toBe('1 of 3 rows has no usable coordinates.')
    choose('Group By', 'kind')
    expect(latest.options.classify).toBe('kind')
    choose('Group By', 'None')
    expect(latest.options.classify).toBeNull()
  })

  it('Groups: a colour for each group, automatic until chosen', async () => {
    const latest = openEditor({ classify: 'kind' })
    openTab('Groups')
    expect(hasColor('tower') && hasColor('bridge')).toBe(true)
    expect(hasColor('nowhere')).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'bridge: Automatic' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Red' }))
    expect(latest.options.groups).toEqual({ bridge: { color: '#E92828' } })
  })

  it('Format: templates rest while their switch is off', () => {
    const latest = openEditor({})
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
    const latest = openEditor({})
    openTab('Style')
    choose('Map Tiles', 'OpenTopoMap')
    expect(latest.options.mapTileUrl).toBe('//{s}.tile.opentopomap.org/{z}/{x}/{y}.png')
    fireEvent.click(screen.getByLabelText('Cluster Markers'))
    expect(latest.options.clusterMarkers).toBe(false)
    expect(has('Shape')).toBe(false)
    fireEvent.click(screen.getByLabelText('Override default style'))
    expect(has('Icon')).toBe(true)
    expect(['Icon Color', 'Background Color', 'Border Color'].filter(hasColor)).toHaveLength(3)
    choose('Shape', 'Circle')
    expect(latest.options.iconShape).toBe('doughnut')
    expect(has('Icon')).toBe(false)
    expect(['Icon Color', 'Background Color', 'Border Color'].filter(hasColor)).toEqual([
      'Background Color',
      'Border Color',
    ])
    choose('Shape', 'Square Dot')
    expect(['Icon Color', 'Background Color', 'Border Color'].filter(hasColor)).toEqual(['Border Color'])
    choose('Shape', 'Square + Icon')
    expect(latest.options.iconShape).toBe('rectangle')
  })

  it('Style: grouped markers have no style of their own, and a word on why', () => {
    openEditor({ classify: 'kind', customizeMarkers: true })
    openTab('Style')
    expect(screen.getByLabelText('Override default style').hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('button', { name: 'Why is this disabled?' })).toBeTruthy()
    expect(has('Shape')).toBe(false)
  })

  it('Style: keeps a tile server that is not offered', () => {
    const latest = openEditor({ mapTileUrl: 'https://tiles.example/{z}/{x}/{y}.png' })
    openTab('Style')
    expect(screen.getAllByDisplayValue('https://tiles.example/{z}/{x}/{y}.png').length).toBeGreaterThan(0)
    expect(latest.options.mapTileUrl).toBe('https://tiles.example/{z}/{x}/{y}.png')
  })
})
