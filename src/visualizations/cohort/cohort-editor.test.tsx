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
import CohortEditor from './cohort-editor.tsx'
import { type CohortOptions, normalizeCohort } from './cohort-options.ts'
import CohortRenderer from './cohort-renderer.tsx'
import { bucketsOf, monthlySample } from './cohort-samples.ts'

afterEach(cleanup)

let latest: EditorUnderTest<CohortOptions>
const open = (stored: Record<string, unknown> = {}) => {
  const normalize = (next: Record<string, unknown> | CohortOptions) => normalizeCohort({ ...next })
  latest = openEditor(CohortEditor, { options: normalize(stored), data: monthlySample, normalize })
}

describe('the editor of cohorts', () => {
  it('has its tabs and fields', () => {
    open()
    expect(tabs()).toEqual(['Columns', 'Options', 'Colors', 'Appearance'])
    expect(labels()).toEqual(['Date (Bucket)', 'Stage', 'Bucket Population Size', 'Stage Value'])
    openTab('Options')
    expect(labels()).toEqual(['Time Interval', 'Mode'])
    openTab('Colors')
    expect(screen.getByText('Min Color')).toBeTruthy()
    expect(screen.getByText('Max Color')).toBeTruthy()
    expect(labels()).toEqual(['Steps'])
    openTab('Appearance')
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
    openTab('Options')
    choose('Time Interval', 'Monthly')
    choose('Mode', 'Show data as is')
    expect(latest.options).toMatchObject({ valueColumn: 'total', timeInterval: 'monthly', mode: 'simple' })
    choose('Mode', 'Fill gaps with zeros')
    expect(latest.options.mode).toBe('diagonal')
  })

  it('offers years where they are stored', () => {
    const offered = () => {
      fireEvent.click(fieldOf('Time Interval'))
      return screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)
    }
    open({ timeInterval: 'yearly' })
    openTab('Options')
    expect(offered().slice(0, 4)).toEqual(['Daily', 'Weekly', 'Monthly', 'Yearly'])
    expect(fieldOf('Time Interval').value).toBe('Yearly')
    cleanup()
    open()
    openTab('Options')
    expect(offered()).not.toContain('Yearly')
  })

  it('sets colours, white among them, and steps from 3 to 20', async () => {
    open({ colors: { min: '#000000', kept: 1 } })
    openTab('Colors')
    fireEvent.click(screen.getByRole('button', { name: 'Min Color: Black' }))
    fireEvent.click(await screen.findByRole('button', { name: 'White', hidden: true }))
    await typeInto('Steps', '12')
    expect(latest.options.colors).toEqual({ min: '#FFFFFF', max: '#002FB4', steps: 12, kept: 1 })
    await typeInto('Steps', '200')
    expect(latest.options.colors.steps).toBe(20)
  })

  it('sets titles, formats and switches', async () => {
    open()
    openTab('Appearance')
    await typeInto('Time Column Title', 'Month')
    await typeInto('Stage Column Title', 'Week {{ @ }}')
    await typeInto('No Value Placeholder', '')
    fireEvent.click(fieldOf('Show Tooltips'))
    fireEvent.click(fieldOf('Normalize Values to Percentage'))
    expect(latest.options).toMatchObject({
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
            settings={sampleSettings}
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
