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
import CounterEditor from './counter-editor.tsx'
import { type CounterOptions, normalizeCounter } from './counter-options.ts'
import CounterRenderer from './counter-renderer.tsx'

afterEach(cleanup)

const data: VisualizationData = {
  columns: [
    { name: 'name', friendly_name: 'name', type: 'string' },
    { name: 'n', friendly_name: 'n', type: 'integer' },
  ],
  rows: [{ name: 'a', n: 5 }],
}

let latest: EditorUnderTest<CounterOptions>
const open = (stored: Record<string, unknown> = {}) => {
  const normalize = (next: Record<string, unknown> | CounterOptions) => normalizeCounter({ ...next })
  latest = openEditor(CounterEditor, { options: normalize(stored), data, normalize })
}
const showFormat = () => openTab('Format')

describe('the editor of counters', () => {
  it('has its tabs and fields', () => {
    open()
    expect(tabs()).toEqual(['General', 'Format'])
    expect(labels()).toEqual([
      'Counter Label',
      'Counter Value Column Name',
      'Counter Value Row Number',
      'Target Value Column Name',
      'Target Value Row Number',
      'Count Rows',
    ])
    showFormat()
    expect(labels()).toEqual([
      'Formatting Decimal Place',
      'Formatting Decimal Character',
      'Formatting Thousands Separator',
      'Formatting String Prefix',
      'Formatting String Suffix',
      'Format Target Value',
    ])
  })

  it('sets label, columns and rows', async () => {
    open({})
    await typeInto('Counter Label', 'People')
    choose('Counter Value Column Name', 'n')
    await typeInto('Counter Value Row Number', '-2')
    choose('Target Value Column Name', 'name')
    await typeInto('Target Value Row Number', '3')
    expect(latest.options).toMatchObject({
      counterLabel: 'People',
      counterColName: 'n',
      rowNumber: -2,
      targetColName: 'name',
      targetRowNumber: 3,
    })
    choose('Target Value Column Name', 'No target value')
    expect(latest.options.targetColName).toBe('')
    await typeInto('Counter Value Row Number', '')
    expect([latest.options.rowNumber, fieldOf('Counter Value Row Number').value]).toEqual([null, ''])
  })

  it('needs no column and no row while rows are counted', () => {
    open()
    fireEvent.click(screen.getByRole('switch', { name: 'Count Rows' }))
    expect(latest.options.countRow).toBe(true)
    expect(fieldOf('Counter Value Column Name').disabled).toBe(true)
    expect(fieldOf('Counter Value Row Number').disabled).toBe(true)
    expect(fieldOf('Target Value Column Name').disabled).toBe(false)
  })

  it('keeps a column that is gone in sight, and says so', () => {
    open({ counterColName: 'gone' })
    expect(fieldOf('Counter Value Column Name').value).toBe('gone')
    expect(screen.getByText('The result has no column gone.')).toBeTruthy()
  })

  it('sets formats', async () => {
    open()
    showFormat()
    await typeInto('Formatting Decimal Place', '2')
    await typeInto('Formatting Decimal Character', ',')
    await typeInto('Formatting Thousands Separator', '')
    await typeInto('Formatting String Prefix', '~')
    await typeInto('Formatting String Suffix', ' km')
    fireEvent.click(screen.getByRole('switch', { name: 'Format Target Value' }))
    expect(latest.options).toMatchObject({
      stringDecimal: 2,
      stringDecChar: ',',
      stringThouSep: '',
      stringPrefix: '~',
      stringSuffix: ' km',
      formatTargetValue: true,
    })
    await typeInto('Formatting Decimal Place', '')
    expect(latest.options.stringDecimal).toBeNull()
  })

  it('offers formats for numbers and counts alone', () => {
    const disabled = () => [...document.querySelectorAll('input')].map((input) => input.disabled)
    open({ counterColName: 'name' })
    showFormat()
    expect(disabled()).toEqual([true, true, true, true, true, false])
    cleanup()
    open({ counterColName: 'name', countRow: true })
    showFormat()
    expect(disabled()).toEqual([false, false, false, false, false, false])
  })
})

describe('a drawn counter', () => {
  const draw = (stored: Record<string, unknown>, place: 'page' | 'widget' | 'editor', rows = data.rows) =>
    render(
      <MantineProvider env="test">
        <main>
          <CounterRenderer
            data={{ ...data, rows }}
            options={normalizeCounter(stored)}
            name="Visitors"
            place={place}
            settings={sampleSettings}
          />
        </main>
      </MantineProvider>,
    ).getByRole('main')

  it('is named as the visualization unless it has a label', () => {
    draw({ counterColName: 'n' }, 'page')
    expect(screen.getByText('Visitors')).toBeTruthy()
    cleanup()
    draw({ counterColName: 'n', counterLabel: 'People' }, 'page')
    expect(screen.queryByText('Visitors')).toBeNull()
    expect(screen.getByText('People')).toBeTruthy()
  })

  it('has value and target with their tooltips, and says in words how they stand', () => {
    draw({ counterColName: 'n', targetColName: 'n' }, 'widget')
    expect(screen.getByText('5').getAttribute('title')).toBe('5.000')
    expect(screen.getByText('(5)').getAttribute('title')).toBe('5.000')
    expect(screen.getByText('Target reached')).toBeTruthy()
  })

  it('is blank without rows, and says what it lacks in the editor alone', () => {
    expect(draw({}, 'page', []).textContent).toBe('')
    cleanup()
    expect(draw({ counterColName: 'gone' }, 'widget').textContent).toBe('Visitors')
    cleanup()
    draw({}, 'editor', [])
    expect(screen.getByText('The result has no rows: the counter stays blank.')).toBeTruthy()
    cleanup()
    draw({ counterColName: 'gone' }, 'editor')
    expect(screen.getByText('There is no value: the result has no column gone.')).toBeTruthy()
  })
})
