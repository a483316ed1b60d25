// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { suiteSettings } from '../visualization-suite.ts'
import CohortEditor from './cohort-editor.tsx'
import { type CohortOptions, normalizeCohort } from './cohort-options.ts'
import CohortRenderer from './cohort-renderer.tsx'
import { bucketsOf, monthlySample } from './cohort-samples.ts'

afterEach(cleanup)

let current: CohortOptions
function Host({ stored }: { stored: Record<string, unknown> }) {
  const [options, setOptions] = useState(normalizeCohort(stored))
  current = options
  return (
    <CohortEditor
      data={monthlySample}
      options={options}
      onOptionsChange={(next) => setOptions(normalizeCohort(next))}
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
const show = (tab: string) => fireEvent.click(screen.getByRole('tab', { name: tab }))
const type = async (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } })
  await act(async () => fireEvent.blur(field(name)))
}
const choose = (name: string, option: string) => {
  fireEvent.click(field(name))
  const list = screen.getByRole('listbox', { name, hidden: true })
  fireEvent.click(within(list).getByRole('option', { name: option, hidden: true }))
}

describe('the editor of cohorts (reference-visualizations 6.1)', () => {
  it('has its tabs and fields', () => {
    open()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Columns',
      'Options',
      'Colors',
      'Appearance',
    ])
    expect(labels()).toEqual(['Date (Bucket)', 'Stage', 'Bucket Population Size', 'Stage Value'])
    show('Options')
    expect(labels()).toEqual(['Time Interval', 'Mode'])
    show('Colors')
    expect(screen.getByText('Min Color')).toBeTruthy()
    expect(screen.getByText('Max Color')).toBeTruthy()
    expect(labels()).toEqual(['Steps'])
    show('Appearance')
    expect(labels()).toEqual([
      'Time Column Title',
      'People Column Title',
      'Stage Column Title',
      'Number Values Format',
      'Percent Values Format',
      'No Value Placeholder',
      'Show Tooltips',
      'Normalize Values to Percentage',
    ])
  })

  it('sets columns, interval and mode', () => {
    open()
    choose('Stage Value', 'total')
    show('Options')
    choose('Time Interval', 'Monthly')
    choose('Mode', 'Show data as is')
    expect(current).toMatchObject({ valueColumn: 'total', timeInterval: 'monthly', mode: 'simple' })
    choose('Mode', 'Fill gaps with zeros')
    expect(current.mode).toBe('diagonal')
  })

  it('offers years where they are stored', () => {
    const offered = () => {
      fireEvent.click(field('Time Interval'))
      return screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)
    }
    open({ timeInterval: 'yearly' })
    show('Options')
    expect(offered().slice(0, 4)).toEqual(['Daily', 'Weekly', 'Monthly', 'Yearly'])
    expect(field('Time Interval').value).toBe('Yearly')
    cleanup()
    open()
    show('Options')
    expect(offered()).not.toContain('Yearly')
  })

  it('sets colours, white among them, and steps from 3 to 20', async () => {
    open({ colors: { min: '#000000', kept: 1 } })
    show('Colors')
    fireEvent.click(screen.getByRole('button', { name: 'Min Color: Black' }))
    fireEvent.click(await screen.findByRole('button', { name: 'White', hidden: true }))
    await type('Steps', '12')
    expect(current.colors).toEqual({ min: '#FFFFFF', max: '#002FB4', steps: 12, kept: 1 })
    await type('Steps', '200')
    expect(current.colors.steps).toBe(20)
  })

  it('sets titles, formats and switches', async () => {
    open()
    show('Appearance')
    await type('Time Column Title', 'Month')
    await type('Stage Column Title', 'Week {{ @ }}')
    await type('No Value Placeholder', '')
    fireEvent.click(field('Show Tooltips'))
    fireEvent.click(field('Normalize Values to Percentage'))
    expect(current).toMatchObject({
      timeColumnTitle: 'Month',
      stageColumnTitle: 'Week {{ @ }}',
      noValuePlaceholder: '',
      showTooltips: false,
      percentValues: false,
    })
  })
})

describe('a drawn cohort', () => {
  const draw = (stored: Record<string, unknown>, place: 'page' | 'editor', data = monthlySample) =>
    render(
      <MantineProvider env="test">
        <main>
          <CohortRenderer
            data={data}
            options={normalizeCohort(stored)}
            name="Retention"
            place={place}
            settings={suiteSettings}
          />
        </main>
      </MantineProvider>,
    ).getByRole('main')

  it('is a table with a row for each bucket', () => {
    draw({ timeInterval: 'monthly', percentValues: false }, 'page')
    expect(screen.getByRole('table', { name: 'Retention' })).toBeTruthy()
    expect(
      screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Time', 'Users', '1', '2', '3', '4', '5'],
      ['January 2021', '21', '5', '8', '2', '6', '0'],
      ['February 2021', '10', '7', '0', '3', '0'],
      ['March 2021', '19', '4', '7', '8'],
      ['April 2021', '0', '-', '-'],
      ['May 2021', '15', '13'],
    ])
  })

  it('names missing columns, and says in the editor alone that there are no rows', () => {
    expect(draw({ valueColumn: 'gone' }, 'page').textContent).toBe(
      'The result lacks columns of this cohort: gone for Stage Value.',
    )
    cleanup()
    expect(draw({}, 'page', bucketsOf([])).textContent).toBe('')
    cleanup()
    expect(draw({}, 'editor', bucketsOf([])).textContent).toBe('The result has no rows: there is no cohort.')
  })
})
