// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { VisualizationData } from '../visualization.ts'
import { suiteSettings } from '../visualization-suite.ts'
import FunnelEditor from './funnel-editor.tsx'
import { type FunnelOptions, normalizeFunnel } from './funnel-options.ts'
import FunnelRenderer from './funnel-renderer.tsx'

afterEach(cleanup)

const data: VisualizationData = {
  columns: [
    { name: 'step', friendly_name: 'step', type: 'string' },
    { name: 'n', friendly_name: 'n', type: 'integer' },
  ],
  rows: [
    { step: 'look', n: 4 },
    { step: 'visit', n: 10 },
    { step: null, n: 1 },
  ],
}
const mapped = { stepCol: { colName: 'step' }, valueCol: { colName: 'n' } }

let current: FunnelOptions
function Host({ stored }: { stored: Record<string, unknown> }) {
  const [options, setOptions] = useState(normalizeFunnel(stored))
  current = options
  return (
    <FunnelEditor
      data={data}
      options={options}
      onOptionsChange={(next) => setOptions(normalizeFunnel(next))}
      settings={suiteSettings}
    />
  )
}
const open = (stored: Record<string, unknown> = {}) =>
  render(
    <MantineProvider env="test">
      <Host stored={stored} />
    </MantineProvider>,
  )
const labels = () => [...document.querySelectorAll('label')].map((label) => label.textContent)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const type = async (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } })
  await act(async () => fireEvent.blur(field(name)))
}
const choose = (name: string, option: string) => {
  fireEvent.click(field(name))
  const list = screen.getByRole('listbox', { name, hidden: true })
  fireEvent.click(within(list).getByRole('option', { name: option, hidden: true }))
}

describe('the editor of funnels (reference-visualizations 6.3)', () => {
  it('has its tabs and fields', () => {
    open()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['General', 'Appearance'])
    const always = [
      'Step Column',
      'Step Column Title',
      'Value Column',
      'Value Column Title',
      'Custom Sorting',
    ]
    expect(labels()).toEqual(always)
    fireEvent.click(field('Custom Sorting'))
    expect(labels()).toEqual([...always, 'Sort Column', 'Sort Order'])
    fireEvent.click(screen.getByRole('tab', { name: 'Appearance' }))
    expect(labels()).toEqual([
      'Number Values Format',
      'Percent Values Format',
      'Items Count Limit',
      'Min Percent Value',
      'Max Percent Value',
    ])
  })

  it('sets columns and their titles', async () => {
    open({ stepCol: { kept: 1 } })
    choose('Step Column', 'step')
    await type('Step Column Title', 'Stages')
    choose('Value Column', 'n')
    await type('Value Column Title', 'People')
    expect(current).toMatchObject({
      stepCol: { colName: 'step', displayAs: 'Stages', kept: 1 },
      valueCol: { colName: 'n', displayAs: 'People' },
      sortKeyCol: { colName: 'n', reverse: true },
    })
  })

  it('sorts by a column of its own, from where the automatic order was', () => {
    open(mapped)
    fireEvent.click(field('Custom Sorting'))
    expect(current).toMatchObject({ autoSort: false, sortKeyCol: { colName: 'n', reverse: true } })
    expect(field('Sort Order').value).toBe('descending')
    choose('Sort Column', 'step')
    choose('Sort Order', 'ascending')
    expect(current.sortKeyCol).toEqual({ colName: 'step', reverse: false })
    fireEvent.click(field('Custom Sorting'))
    expect(current).toMatchObject({ autoSort: true, sortKeyCol: { colName: 'n', reverse: true } })
  })

  it('sets formats, limit and range', async () => {
    open(mapped)
    fireEvent.click(screen.getByRole('tab', { name: 'Appearance' }))
    await type('Number Values Format', '0.0a')
    await type('Percent Values Format', '0%')
    await type('Items Count Limit', '12')
    await type('Min Percent Value', '0.5')
    await type('Max Percent Value', '200')
    expect(current).toMatchObject({
      numberFormat: '0.0a',
      percentFormat: '0%',
      itemsLimit: 12,
      percentValuesRange: { min: 0.5, max: 200 },
    })
    await type('Max Percent Value', '')
    expect(current.percentValuesRange.max).toBe(200)
    await type('Items Count Limit', '1')
    expect(current.itemsLimit).toBe(2)
  })
})

describe('a drawn funnel', () => {
  const draw = (stored: Record<string, unknown>, place: 'page' | 'editor', rows = data.rows) =>
    render(
      <MantineProvider env="test">
        <main>
          <FunnelRenderer
            data={{ ...data, rows }}
            options={normalizeFunnel(stored)}
            name="Sales"
            place={place}
            settings={suiteSettings}
          />
        </main>
      </MantineProvider>,
    ).getByRole('main')

  it('is a table with a row for each step', () => {
    draw({ ...mapped, itemsLimit: 2 }, 'page')
    expect(screen.getByRole('table', { name: 'Sales' })).toBeTruthy()
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Steps',
      'Value',
      '% Max',
      '% Previous',
    ])
    expect(
      screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Steps', 'Value', '% Max', '% Previous'],
      ['visit', '10', '100%', '100%'],
      ['look', '4', '40%', '40%'],
    ])
    expect(screen.getByText('The first 2 of 3 steps')).toBeTruthy()
  })

  it('says what is not chosen, and in the editor alone that there are no rows', () => {
    expect(draw({ stepCol: { colName: 'step' } }, 'page').textContent).toBe('Value Column is not chosen.')
    cleanup()
    expect(draw(mapped, 'page', []).textContent).toBe('')
    cleanup()
    expect(draw(mapped, 'editor', []).textContent).toBe('The result has no rows: there is no funnel.')
  })
})
