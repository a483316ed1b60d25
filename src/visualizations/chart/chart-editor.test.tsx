// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { choose, hasField, openEditor, tabs } from '../editor-under-test.tsx'
import ChartEditor from './chart-editor.tsx'
import { dataOf, optionsOf, settings } from './chart-samples.ts'
import { chart } from './chart-visualization.ts'

afterEach(cleanup)

const data = dataOf([{ day: 'a', sales: 1, cost: 2 }])

const open = (stored: Record<string, unknown>, allowsCustom = false) =>
  openEditor(ChartEditor, {
    options: optionsOf(stored),
    data,
    settings: { ...settings, allowCustomJSVisualizations: allowsCustom },
  })

describe('the chart editor', () => {
  it('has its tabs in order', () => {
    open({})
    expect(tabs()).toEqual(['General', 'X Axis', 'Y Axis', 'Series', 'Colors', 'Data Labels'])
  })

  it('has no axes for a pie, but its own controls', () => {
    open({ globalSeriesType: 'pie' })
    expect(tabs()).toEqual(['General', 'Series', 'Colors', 'Data Labels'])
    expect(hasField('Direction')).toBe(true)
    expect(hasField('Sort')).toBe(true)
    expect(hasField('Horizontal Chart')).toBe(false)
  })

  it('swaps titles and column labels when horizontal', () => {
    const latest = open({
      columnMapping: { day: 'x', sales: 'y' },
      seriesOptions: { sales: { yAxis: 1 } },
    })
    fireEvent.click(screen.getByLabelText('Horizontal Chart'))
    expect(latest.options).toMatchObject({ swappedAxes: true, seriesOptions: { sales: { yAxis: 0 } } })
    expect(tabs().slice(1, 3)).toEqual(['Y Axis', 'X Axis'])
    expect(screen.getByText('Y Column')).toBeTruthy()
    expect(screen.getByText('X Columns')).toBeTruthy()
  })

  it('merges a change into the stored options', () => {
    const latest = open({ series: { stacking: 'stack', error_y: { visible: false } }, unknown: 1 })
    fireEvent.click(screen.getByLabelText('Normalize values to percentage'))
    expect(latest.options).toMatchObject({
      series: { stacking: 'stack', percentValues: true, error_y: { visible: false } },
      unknown: 1,
    })
  })

  it('stores the name of an axis, and limits only for the right one', () => {
    const latest = open({ yAxis: [{ title: 'L' }, { title: 'R' }] })
    fireEvent.click(screen.getByRole('tab', { name: 'Y Axis' }))
    const right = screen.getByRole('group', { name: 'Right Y Axis' })
    const name = [...right.querySelectorAll('input')].find((input) => input.value === 'R')
    if (!name) throw new Error('no field with the name of the right axis')
    fireEvent.change(name, { target: { value: 'Euro' } })
    fireEvent.blur(name)
    expect(latest.options.yAxis).toMatchObject([{ title: { text: 'L' } }, { title: { text: 'Euro' } }])
  })

  it('lists the series with label, axis and type', () => {
    const latest = open({ columnMapping: { day: 'x', sales: 'y', cost: 'y' } })
    fireEvent.click(screen.getByRole('tab', { name: 'Series' }))
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Order',
      'Label',
      'Y Axis',
      'Type',
    ])
    const label = screen.getByRole('textbox', { name: 'Label of cost' })
    fireEvent.change(label, { target: { value: 'Costs' } })
    fireEvent.blur(label)
    expect(latest.options.seriesOptions).toMatchObject({ cost: { name: 'Costs' } })
  })

  it('reorders series by keyboard and stores the index of each', async () => {
    const latest = open({
      columnMapping: { day: 'x', sales: 'y', cost: 'y' },
      seriesOptions: { gone: { zIndex: 7 } },
    })
    openTab('Series')
    const rows = screen.getAllByRole('row').slice(1)
    for (const [index, row] of rows.entries()) {
      row.getBoundingClientRect = () => new DOMRect(0, index * 40, 300, 40)
    }
    const handle = screen.getByRole('button', { name: 'Move sales' })
    handle.focus()
    fireEvent.keyDown(handle, { code: 'Space' })
    await told('sales: place 1 of 2.')
    // dnd-kit listens to keys from the next task on
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    fireEvent.keyDown(handle.ownerDocument, { code: 'ArrowDown' })
    await told('sales: place 2 of 2.')
    fireEvent.keyDown(handle.ownerDocument, { code: 'Space' })
    await told('sales dropped at place 2 of 2.')
    expect(latest.options.seriesOptions).toEqual({
      gone: { zIndex: 7 },
      cost: { zIndex: 0 },
      sales: { zIndex: 1 },
    })
  }, 60_000)

  it('shows the names of types that are no longer offered', () => {
    open({
      columnMapping: { day: 'x', sales: 'y', cost: 'y' },
      seriesOptions: { sales: { type: 'bubble' }, cost: { type: 'column' } },
    })
    expect(hasField('Bubble Size Column')).toBe(true)
    openTab('Series')
    expect(screen.getByDisplayValue('Bubble')).toBeTruthy()
    expect(screen.getByDisplayValue('Bar')).toBeTruthy()
  })
})

const openTab = (name: string) => fireEvent.click(screen.getByRole('tab', { name }))
const patience = 20_000
const told = (text: string) => screen.findByText(text, undefined, { timeout: patience })

describe('the editor of each chart type', () => {
  const general = ['Chart Type', 'X Column', 'Y Columns']
  const shaped = [...general, 'Group by', 'Legend Placement', 'Legend Items Order', 'Stacking']
  const clicks = ['Enable click events', 'Open in new tab', 'URL template']
  const lines = ['Horizontal Chart', 'Normalize values to percentage', 'Line Shape']
  const every = [
    ...new Set([...shaped, ...clicks, ...lines]),
    ...['Bubble Size Column', 'Bubble Size Coefficient', 'Bubble Size Proportional To', 'Color Column'],
    ...['Errors column', 'Direction', 'Sort', 'Show All Points', 'Missing and NULL values'],
    ...['Custom code', 'Show errors in the console', 'Auto update graph'],
  ]

  it.each([
    ['line', [...shaped, ...clicks, ...lines, 'Errors column', 'Missing and NULL values']],
    [
      'column',
      [
        ...shaped,
        ...clicks,
        ...['Horizontal Chart', 'Normalize values to percentage', 'Errors column', 'Missing and NULL values'],
      ],
    ],
    [
      'area',
      [
        ...shaped,
        ...clicks,
        ...['Normalize values to percentage', 'Line Shape', 'Errors column', 'Missing and NULL values'],
      ],
    ],
    ['pie', [...shaped, ...clicks, 'Direction', 'Sort', 'Errors column', 'Missing and NULL values']],
    ['scatter', [...shaped, ...clicks, 'Errors column', 'Missing and NULL values']],
    [
      'bubble',
      [
        ...shaped,
        ...clicks,
        ...['Bubble Size Column', 'Bubble Size Coefficient', 'Bubble Size Proportional To'],
      ],
    ],
    ['heatmap', [...general, 'Color Column', ...clicks]],
    [
      'box',
      [
        ...shaped,
        ...clicks,
        ...['Horizontal Chart', 'Show All Points', 'Errors column', 'Missing and NULL values'],
      ],
    ],
    ['custom', [...general, 'Custom code', 'Show errors in the console', 'Auto update graph']],
  ])('%s has exactly its controls', (globalSeriesType, expected) => {
    open({ globalSeriesType }, true)
    expect(every.filter(hasField).sort()).toEqual([...new Set(expected)].sort())
  })

  it.each([
    ['bubble', ['General', 'X Axis', 'Y Axis', 'Series', 'Colors', 'Data Labels'], false],
    ['box', ['General', 'X Axis', 'Y Axis', 'Series', 'Colors', 'Data Labels'], false],
    ['heatmap', ['General', 'X Axis', 'Y Axis', 'Series', 'Colors', 'Data Labels'], true],
    ['scatter', ['General', 'X Axis', 'Y Axis', 'Series', 'Colors', 'Data Labels'], true],
  ])('%s has its tabs, and labels if it supports them', (globalSeriesType, titles, labelled) => {
    open({ globalSeriesType, columnMapping: { day: 'x', sales: 'y' } })
    expect(tabs()).toEqual(titles)
    openTab('Data Labels')
    expect(hasField('Show Data Labels')).toBe(labelled)
  })

  it('custom has one tab', () => {
    open({ globalSeriesType: 'custom' })
    expect(tabs()).toEqual(['General'])
  })

  it('a heatmap can sort and reverse its Y axis, has no right one, and no type and axis per series', () => {
    const latest = open({ globalSeriesType: 'heatmap', columnMapping: { day: 'x', sales: 'y' } })
    openTab('Y Axis')
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Left Y Axis',
    ])
    fireEvent.click(screen.getByLabelText('Sort Values'))
    fireEvent.click(screen.getByLabelText('Reverse Order'))
    expect(latest.options).toMatchObject({ sortY: true, reverseY: true })
    openTab('Series')
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Order', 'Label'])
  })

  it('a new chart has our scheme, and can take that of Redash; a stored one without a scheme has it', () => {
    const latest = open({ ...chart.suggest?.(data), columnMapping: { day: 'x', sales: 'y' } })
    openTab('Colors')
    expect(screen.getByRole('combobox', { name: 'Color Scheme' })).toHaveProperty('value', 'Sextant')
    choose('Color Scheme', 'Redash')
    expect(latest.options).toMatchObject({ color_scheme: 'Redash' })
    cleanup()
    open({ columnMapping: { day: 'x', sales: 'y' } })
    openTab('Colors')
    expect(screen.getByRole('combobox', { name: 'Color Scheme' })).toHaveProperty('value', 'Redash')
  })

  it('a heatmap has a scheme, with two colors for Custom...', () => {
    open({ globalSeriesType: 'heatmap', colorScheme: 'Viridis' })
    openTab('Colors')
    expect(screen.getByRole('combobox', { name: 'Color Scheme' })).toHaveProperty('value', 'Viridis')
    expect(screen.queryByText('Min Color:')).toBeNull()
    cleanup()
    open({ globalSeriesType: 'heatmap', colorScheme: 'Custom...', heatMinColor: '#FFFFFF' })
    openTab('Colors')
    expect(screen.getByRole('button', { name: 'Min Color:: White' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Max Color:/ })).toBeTruthy()
  })

  it('custom code starts with the names of its arguments, and is stored while typing', () => {
    const latest = open({ globalSeriesType: 'custom' }, true)
    const code = screen.getByLabelText('Custom code')
    const lines = (code as HTMLTextAreaElement).value.trim().split('\n')
    expect(lines.map((line) => line.split(':')[0])).toEqual(['// x', '// ys', '// element', '// Plotly'])
    fireEvent.blur(code)
    expect(latest.options).not.toHaveProperty('customCode')
    fireEvent.change(code, { target: { value: 'draw(x)' } })
    fireEvent.blur(code)
    expect(latest.options).toHaveProperty('customCode', 'draw(x)')
    fireEvent.click(screen.getByLabelText('Auto update graph'))
    expect(latest.options).toHaveProperty('autoRedraw', false)
  })

  it('another type resets its options, and keeps the columns', () => {
    const latest = open({
      columnMapping: { day: 'x', sales: 'y' },
      swappedAxes: true,
      showDataLabels: true,
      seriesOptions: { sales: { type: 'line', color: '#FF0000' } },
    })
    fireEvent.click(screen.getByRole('combobox', { name: 'Chart Type' }))
    fireEvent.click(screen.getByRole('option', { name: 'Bubble', hidden: true }))
    expect(latest.options).toMatchObject({
      globalSeriesType: 'bubble',
      columnMapping: { day: 'x', sales: 'y' },
      swappedAxes: false,
      showDataLabels: false,
      seriesOptions: { sales: { type: 'bubble', color: '#FF0000' } },
    })
  })
})
