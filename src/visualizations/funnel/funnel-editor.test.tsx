// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  choose,
  type EditorUnderTest,
  fieldOf,
  labels,
  openEditor,
  openTab,
  tabs,
  typeInto,
} from '../editor-under-test.tsx'
import { sampleSettings } from '../sample-settings.ts'
import type { VisualizationData } from '../visualization.ts'
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

let latest: EditorUnderTest<FunnelOptions>
const open = (stored: Record<string, unknown> = {}) => {
  const normalize = (next: Record<string, unknown> | FunnelOptions) => normalizeFunnel({ ...next })
  latest = openEditor(FunnelEditor, { options: normalize(stored), data, normalize })
}

describe('the editor of funnels', () => {
  it('has its tabs and fields', () => {
    open()
    expect(tabs()).toEqual(['General', 'Appearance'])
    const always = [
      'Step Column',
      'Step Column Title',
      'Value Column',
      'Value Column Title',
      'Custom Sorting',
    ]
    expect(labels()).toEqual(always)
    fireEvent.click(fieldOf('Custom Sorting'))
    expect(labels()).toEqual([...always, 'Sort Column', 'Sort Order'])
    openTab('Appearance')
    expect(labels()).toEqual([
      'Color Scheme',
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
    await typeInto('Step Column Title', 'Stages')
    choose('Value Column', 'n')
    await typeInto('Value Column Title', 'People')
    expect(latest.options).toMatchObject({
      stepCol: { colName: 'step', displayAs: 'Stages', kept: 1 },
      valueCol: { colName: 'n', displayAs: 'People' },
      sortKeyCol: { colName: 'n', reverse: true },
    })
  })

  it('starts custom sorting from the automatic order', () => {
    open(mapped)
    fireEvent.click(fieldOf('Custom Sorting'))
    expect(latest.options).toMatchObject({ autoSort: false, sortKeyCol: { colName: 'n', reverse: true } })
    expect(fieldOf('Sort Order').value).toBe('descending')
    choose('Sort Column', 'step')
    choose('Sort Order', 'ascending')
    expect(latest.options.sortKeyCol).toEqual({ colName: 'step', reverse: false })
    fireEvent.click(fieldOf('Custom Sorting'))
    expect(latest.options).toMatchObject({ autoSort: true, sortKeyCol: { colName: 'n', reverse: true } })
  })

  it('sets formats, limit and range', async () => {
    open(mapped)
    openTab('Appearance')
    await typeInto('Number Values Format', '0.0a')
    await typeInto('Percent Values Format', '0%')
    await typeInto('Items Count Limit', '12')
    await typeInto('Min Percent Value', '0.5')
    await typeInto('Max Percent Value', '200')
    expect(latest.options).toMatchObject({
      numberFormat: '0.0a',
      percentFormat: '0%',
      itemsLimit: 12,
      percentValuesRange: { min: 0.5, max: 200 },
    })
    await typeInto('Max Percent Value', '')
    expect(latest.options.percentValuesRange.max).toBe(200)
    await typeInto('Items Count Limit', '1')
    expect(latest.options.itemsLimit).toBe(2)
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
            settings={sampleSettings}
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

  it('names the column that is not chosen, and only in the editor says that there are no rows', () => {
    expect(draw({ stepCol: { colName: 'step' } }, 'page').textContent).toBe('Value Column is not chosen.')
    cleanup()
    expect(draw(mapped, 'page', []).textContent).toBe('')
    cleanup()
    expect(draw(mapped, 'editor', []).textContent).toBe('The result has no rows: there is no funnel.')
  })
})
