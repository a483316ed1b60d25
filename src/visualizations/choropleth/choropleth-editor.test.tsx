// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { choose, type EditorUnderTest, openEditor, openTab, tabs } from '../editor-under-test.tsx'
import type { VisualizationData } from '../visualization.ts'
import ChoroplethEditor from './choropleth-editor.tsx'
import { type ChoroplethOptions, normalizeChoropleth } from './choropleth-options.ts'

afterEach(cleanup)

const data: VisualizationData = {
  columns: ['code', 'value'].map((name) => ({ name, friendly_name: name, type: null })),
  rows: [
    { code: 'DE', value: 1 },
    { code: 'XX', value: 2 },
  ],
}

const open = (stored: Record<string, unknown>): EditorUnderTest<ChoroplethOptions> =>
  openEditor(ChoroplethEditor, { options: normalizeChoropleth(stored), data })

function write(label: string, text: string): void {
  const field = screen.getByRole('textbox', { name: label })
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}

const labelled = (...labels: string[]) =>
  labels.filter((label) => screen.queryAllByLabelText(label).length === 0)

describe('the choropleth editor', () => {
  it('has its tabs in order', () => {
    open({})
    expect(tabs()).toEqual(['General', 'Colors', 'Format', 'Bounds'])
  })

  it('General: map, columns, and labeled properties of the map', async () => {
    const latest = open({ keyColumn: 'code', valueColumn: 'value' })
    expect(labelled('Map', 'Key Column', 'Target Field', 'Value Column')).toEqual([])
    choose('Target Field', 'ISO code (2 letters)')
    expect(latest.options.targetField).toBe('iso_a2')
    expect(screen.getByRole('status').textContent).toBe('1 of 2 rows matches no region: XX')
  })

  it('General: another map resets unknown fields and the bounds', async () => {
    const latest = open({
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

  it('General: a missing stored column or field stays visible with an error', () => {
    const latest = open({ keyColumn: 'old', targetField: 'elsewhere' })
    expect(screen.getByText('The result has no column old.')).toBeTruthy()
    expect(screen.getByText('Countries has no field elsewhere.')).toBeTruthy()
    expect(latest.options).toMatchObject({ keyColumn: 'old', targetField: 'elsewhere' })
  })

  it('Colors: modes, steps and five colors', async () => {
    const latest = open({ clusteringMode: 'q' })
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

  it('Format: templates and legend fields are disabled while their switch is off', () => {
    const latest = open({})
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
      valueFormat: '0.0',
      noValuePlaceholder: '-',
      legend: { visible: false, position: 'bottom-left' },
      tooltip: { enabled: false },
      popup: { enabled: false },
    })
  })

  it('Bounds: default to those of the map, and custom ones replace them', async () => {
    const latest = open({ mapType: 'usa' })
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
