// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import ChartEditor from './chart-editor.tsx'
import type { ChartOptions } from './chart-options.ts'
import { dataOf, optionsOf, settings } from './chart-samples.ts'

afterEach(cleanup)

const data = dataOf([{ day: 'a', sales: 1, cost: 2 }])

interface Latest {
  options: ChartOptions
}

function Host({ latest }: { latest: Latest }) {
  const [options, setOptions] = useState(latest.options)
  const take = (next: ChartOptions) => {
    latest.options = next
    setOptions(next)
  }
  return <ChartEditor data={data} options={options} onOptionsChange={take} settings={settings} />
}

function openEditor(stored: Record<string, unknown>): Latest {
  const latest: Latest = { options: optionsOf(stored) }
  render(
    <MantineProvider env="test">
      <Host latest={latest} />
    </MantineProvider>,
  )
  return latest
}

const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
const has = (label: string) => screen.queryAllByLabelText(label).length > 0

describe('the chart editor', () => {
  it('has its tabs in order', () => {
    openEditor({})
    expect(tabs()).toEqual(['General', 'X Axis', 'Y Axis', 'Series', 'Colors', 'Data Labels'])
  })

  it('has no axes for a pie, which has its own controls', () => {
    openEditor({ globalSeriesType: 'pie' })
    expect(tabs()).toEqual(['General', 'Series', 'Colors', 'Data Labels'])
    expect(has('Direction')).toBe(true)
    expect(has('Sort')).toBe(true)
    expect(has('Horizontal Chart')).toBe(false)
  })

  it('swaps titles and column labels when horizontal', () => {
    const latest = openEditor({
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
    const latest = openEditor({ series: { stacking: 'stack', error_y: { visible: false } }, unknown: 1 })
    fireEvent.click(screen.getByLabelText('Normalize values to percentage'))
    expect(latest.options).toMatchObject({
      series: { stacking: 'stack', percentValues: true, error_y: { visible: false } },
      unknown: 1,
    })
  })

  it('writes the name of an axis, and the limits of the right one alone', () => {
    const latest = openEditor({ yAxis: [{ title: 'L' }, { title: 'R' }] })
    fireEvent.click(screen.getByRole('tab', { name: 'Y Axis' }))
    const right = screen.getByRole('group', { name: 'Right Y Axis' })
    const name = [...right.querySelectorAll('input')].find((input) => input.value === 'R')
    if (!name) throw new Error('no field with the name of the right axis')
    fireEvent.change(name, { target: { value: 'Euro' } })
    fireEvent.blur(name)
    expect(latest.options.yAxis).toMatchObject([{ title: { text: 'L' } }, { title: { text: 'Euro' } }])
  })

  it('lists the series with label, axis and type', () => {
    const latest = openEditor({ columnMapping: { day: 'x', sales: 'y', cost: 'y' } })
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

  it('shows a type that is not drawn yet without losing its options', () => {
    const latest = openEditor({ globalSeriesType: 'heatmap', colorScheme: 'Viridis' })
    expect(screen.getByDisplayValue('Heatmap')).toBeTruthy()
    expect(latest.options).toMatchObject({ globalSeriesType: 'heatmap', colorScheme: 'Viridis' })
  })
})
