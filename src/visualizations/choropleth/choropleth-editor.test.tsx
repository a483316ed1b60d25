// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import ChoroplethEditor from './choropleth-editor.tsx'
import { type ChoroplethOptions, normalizeChoropleth } from './choropleth-options.ts'

afterEach(cleanup)

const settings: HostSettings = {
  ...{ dateFormat: '', dateTimeFormat: '', integerFormat: '0,0', floatFormat: '0,0.00' },
  ...{ thousandsSeparator: ',', decimalSeparator: '.', nullValue: 'null', booleanValues: ['false', 'true'] },
  ...{ tableCellMaxJSONSize: 50_000, allowCustomJSVisualizations: false },
}

const data: VisualizationData = {
  columns: ['code', 'value'].map((name) => ({ name, friendly_name: name, type: null })),
  rows: [
    { code: 'DE', value: 1 },
    { code: 'XX', value: 2 },
  ],
}

interface Latest {
  options: ChoroplethOptions
}

function Host({ latest }: { latest: Latest }) {
  const [options, setOptions] = useState(latest.options)
  const take = (next: ChoroplethOptions) => {
    latest.options = next
    setOptions(next)
  }
  return <ChoroplethEditor data={data} options={options} onOptionsChange={take} settings={settings} />
}

function openEditor(stored: Record<string, unknown>): Latest {
  const latest: Latest = { options: normalizeChoropleth(stored) }
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

function write(label: string, text: string): void {
  const field = screen.getByRole('textbox', { name: label })
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}

const labelled = (...labels: string[]) =>
  labels.filter((label) => screen.queryAllByLabelText(label).length === 0)

describe('the choropleth editor (5.3)', () => {
  it('has its tabs in order', () => {
    openEditor({})
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'General',
      'Colors',
      'Format',
      'Bounds',
    ])
  })

  it('General: map, columns, and the properties of the map by their labels', async () => {
    const latest = openEditor({ keyColumn: 'code', valueColumn: 'value' })
    expect(labelled('Map', 'Key Column', 'Target Field', 'Value Column')).toEqual([])
    choose('Target Field', 'ISO code (2 letters)')
    expect(latest.options.targetField).toBe('iso_a2')
    expect(screen.getByRole('status').textContent).toBe('1 of 2 rows matches no region: XX')
  })

  it('General: another map forgets fields that it does not have, and the part that was shown', async () => {
    const latest = openEditor({
      targetField: 'iso_a2',
      bounds: [
        [1, 2],
        [3, 4],
      ],
    })
    choose('Map', 'USA')
    expect(latest.options).toMatchObject({ mapType: 'usa', targetField: null, bounds: undefined })
    choose('Target Field', 'National Standard ANSI Code (8-character)')
    expect(latest.options.targetField).toBe('ns_code')
    choose('Map', 'Japan/Prefectures')
    choose('Target Field', 'Region Code')
    expect(latest.options).toMatchObject({ mapType: 'subdiv_japan', targetField: 'region_code' })
  })

  it('General: a stored column or field that is gone stays and is named', () => {
    const latest = openEditor({ keyColumn: 'old', targetField: 'elsewhere' })
    expect(screen.getByText('The result has no column old.')).toBeTruthy()
    expect(screen.getByText('Countries has no field elsewhere.')).toBeTruthy()
    expect(latest.options).toMatchObject({ keyColumn: 'old', targetField: 'elsewhere' })
  })

  it('Colors: modes, steps and five colours', async () => {
    const latest = openEditor({ clusteringMode: 'q' })
    openTab('Colors')
    const trigger = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}: `) })
    for (const name of ['Min Color', 'Max Color', 'No Value Color', 'Background Color', 'Borders Color']) {
      expect(trigger(name)).toBeTruthy()
    }
    expect(trigger('Min Color').textContent).toBe('Light Blue')
    expect(trigger('No Value Color').textContent).toBe('Light Gray')
    choose('Clustering Mode', 'k-means')
    write('Steps', '7')
    expect(latest.options).toMatchObject({ clusteringMode: 'k', steps: 7 })
    fireEvent.click(trigger('Max Color'))
    fireEvent.click(await screen.findByRole('button', { name: 'Indian Red' }))
    expect(latest.options.colors).toMatchObject({ min: '#799CFF', max: '#981717' })
  })

  it('Format: templates and legend fields rest while their switch is off', () => {
    const latest = openEditor({})
    openTab('Format')
    expect(
      labelled(
        ...['Value Format', 'Value Placeholder', 'Show Legend', 'Legend Position', 'Legend Text Alignment'],
        ...['Show Tooltip', 'Tooltip Template', 'Show Popup', 'Popup Template'],
      ),
    ).toEqual([])
    const isDisabled = (role: string, name: string) =>
      screen.getByRole(role, { name }).hasAttribute('disabled')
    expect(isDisabled('textbox', 'Tooltip Template')).toBe(false)
    for (const name of ['Show Tooltip', 'Show Popup', 'Show Legend'])
      fireEvent.click(screen.getByLabelText(name))
    expect(isDisabled('textbox', 'Tooltip Template')).toBe(true)
    expect(isDisabled('textbox', 'Popup Template')).toBe(true)
    expect(isDisabled('combobox', 'Legend Position')).toBe(true)
    expect(isDisabled('combobox', 'Legend Text Alignment')).toBe(true)
    write('Value Format', '0.0')
    write('Value Placeholder', '-')
    expect(latest.options).toMatchObject({
      ...{ valueFormat: '0.0', noValuePlaceholder: '-', legend: { visible: false, position: 'bottom-left' } },
      ...{ tooltip: { enabled: false }, popup: { enabled: false } },
    })
  })

  it('Bounds: are those of the map until somebody writes others, which replace them', async () => {
    const latest = openEditor({ mapType: 'usa' })
    openTab('Bounds')
    expect(screen.getByText('North-East Latitude and Longitude')).toBeTruthy()
    expect(screen.getByText('South-West Latitude and Longitude')).toBeTruthy()
    const north = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'North-East Latitude' })
    await waitFor(() => expect(Number(north().value)).toBeGreaterThan(60))
    expect(latest.options.bounds).toBeUndefined()
    write('North-East Latitude', '50')
    expect(latest.options.bounds?.[1][0]).toBe(50)
    const before = latest.options.bounds
    write('South-West Latitude', '51')
    expect(latest.options.bounds).toBe(before)
    expect(screen.getByText('The first corner must lie north and east of the second one.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show the whole map' }))
    expect(latest.options.bounds).toBeUndefined()
  })
})
