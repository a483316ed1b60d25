// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleSettings } from '../sample-settings.ts'
import type { VisualizationData } from '../visualization.ts'
import { normalizePivot, type PivotOptions } from './pivot-options.ts'
import type { Extent, PivotStart } from './pivot-part.ts'
import PivotRenderer, { PartNotes } from './pivot-renderer.tsx'
import { dataOf, sales } from './pivot-samples.ts'

// happy-dom has no layout, and the controls are collapsed in a box without width
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 900 })

afterEach(cleanup)

let saved: PivotOptions | undefined

interface HostProps {
  stored: Record<string, unknown>
  data: VisualizationData
  /** as in the editor's preview */
  editing: boolean
}

function Host({ stored, data, editing }: HostProps) {
  const [options, setOptions] = useState(() => normalizePivot(stored))
  const take = (next: PivotOptions) => {
    saved = next
    setOptions(next)
  }
  return (
    <PivotRenderer
      data={data}
      options={options}
      name="Sales"
      place={editing ? 'editor' : 'page'}
      settings={sampleSettings}
      onOptionsChange={editing ? take : undefined}
    />
  )
}

function open(stored: Record<string, unknown>, given: Partial<HostProps> = {}) {
  saved = undefined
  const host = (
    <MantineProvider env="test">
      <Host stored={stored} data={sales} editing={false} {...given} />
    </MantineProvider>
  )
  return render(host)
}

const usual = { rows: ['region'], cols: ['item'], aggregatorName: 'Sum', vals: ['amount'] }

/** The displayed table, one line per row. */
const lines = () =>
  [...document.querySelectorAll('tr')].map((row) =>
    [...row.cells].map(({ textContent }) => textContent).join(' | '),
  )

async function openMenu(field: string) {
  fireEvent.click(screen.getByRole('button', { name: `Menu of ${field}` }))
  return within(await screen.findByRole('dialog'))
}

describe('the table', () => {
  it('has fields, labels, cells and totals', () => {
    open(usual)
    expect(lines()).toEqual([
      ' | item | cake | coffee | tea | Totals',
      'region | ',
      'north |  | 1.00 | 5.00 | 6.00',
      'south | 4.00 |  | 10.00 | 14.00',
      'Totals | 4.00 | 1.00 | 15.00 | 20.00',
    ])
  })

  it('merges repeated labels', () => {
    open({ rows: ['region', 'item'], cols: ['price'] })
    const north = screen.getByRole('rowheader', { name: 'north' }) as HTMLTableCellElement
    expect(north.rowSpan).toBe(2)
    expect((screen.getByRole('rowheader', { name: 'coffee' }) as HTMLTableCellElement).colSpan).toBe(2)
  })

  it('hides totals that are switched off, but never all its numbers', () => {
    const off = { rendererOptions: { table: { rowTotals: false, colTotals: false } } }
    open({ ...usual, ...off })
    expect(lines()).toHaveLength(4)
    expect(lines()[2]).toBe('north |  | 1.00 | 5.00')
    cleanup()
    open({ ...usual, cols: [], ...off })
    expect(lines()).toEqual(['region | Totals', 'north | 6.00', 'south | 14.00'])
  })

  it('is a single number without fields', () => {
    open({})
    expect(lines()).toEqual(['Totals | 5'])
  })

  it('says what is missing', () => {
    open({ ...usual, vals: [] })
    expect(screen.getByText('Sum needs a field: choose it beside the aggregator.')).toBeTruthy()
    cleanup()
    open({ ...usual, valueFilter: { region: { north: true, south: true } } })
    expect(screen.getByText('The filters of the fields leave out every row.')).toBeTruthy()
  })

  it('is text for copying as TSV', () => {
    open({ ...usual, rendererName: 'Exportable TSV' })
    const field = screen.getByRole('textbox', { name: 'Sales as tab-separated values' })
    expect((field as HTMLTextAreaElement).value).toBe(
      'region\tcake\tcoffee\ttea\nnorth\t\t1\t5\nsouth\t4\t\t10',
    )
    expect((field as HTMLTextAreaElement).readOnly).toBe(true)
  })
})

describe('controls', () => {
  it('are hidden by the inverted flag', () => {
    open({ ...usual, controls: { enabled: true } })
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(lines()).toHaveLength(5)
  })

  it('change only the visualization outside the editor', async () => {
    open(usual)
    const menu = await openMenu('item')
    await act(async () => fireEvent.click(menu.getByRole('button', { name: 'Move to unused' })))
    expect(lines()).toEqual(['region | Totals', 'north | 6.00', 'south | 14.00', 'Totals | 20.00'])
    expect(saved).toBeUndefined()
    expect(screen.getByText('item was moved: Unused fields.')).toBeTruthy()
  })

  it('report complete options to the editor', async () => {
    open({ ...usual, kept: 1 }, { editing: true })
    const menu = await openMenu('price')
    await act(async () => fireEvent.click(menu.getByRole('button', { name: 'Move to rows' })))
    expect(saved).toMatchObject({ ...usual, rows: ['region', 'price'], kept: 1, menuLimit: 500 })
    const second = await openMenu('price')
    await act(async () => fireEvent.click(second.getByRole('button', { name: 'Move left' })))
    expect(saved?.rows).toEqual(['price', 'region'])
  })

  it('exclude and include values', async () => {
    open(usual, { editing: true })
    const menu = await openMenu('item')
    fireEvent.click(menu.getByRole('checkbox', { name: 'tea' }))
    expect(saved?.valueFilter).toEqual({ item: { tea: true } })
    expect(menu.getByText('2 of 3 selected')).toBeTruthy()
    fireEvent.change(menu.getByRole('textbox', { name: 'Search values' }), { target: { value: 'c' } })
    expect(menu.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
      'cake',
      'coffee',
    ])
    fireEvent.click(menu.getByRole('button', { name: 'Select none' }))
    expect(saved?.valueFilter).toEqual({ item: { tea: true, cake: true, coffee: true } })
    fireEvent.change(menu.getByRole('textbox', { name: 'Search values' }), { target: { value: '' } })
    fireEvent.click(menu.getByRole('button', { name: 'Select all' }))
    expect(saved?.valueFilter).toEqual({})
  })

  it('list values only below the limit, or narrowed down by the search', async () => {
    const data = dataOf(
      [['n', 'integer']],
      Array.from({ length: 30 }, (_, index) => [index]),
    )
    open({ rows: ['n'], menuLimit: 10 }, { data })
    const menu = await openMenu('n')
    expect(menu.queryAllByRole('checkbox')).toHaveLength(0)
    expect(menu.getByText('30 values are too many to list. Search to narrow them down.')).toBeTruthy()
    fireEvent.change(menu.getByRole('textbox', { name: 'Search values' }), { target: { value: '29' } })
    expect(menu.getAllByRole('checkbox')).toHaveLength(1)
  })

  it('order by label, then by value ascending and descending', () => {
    open(usual, { editing: true })
    fireEvent.click(screen.getByRole('button', { name: 'Order of columns: by label' }))
    expect(saved?.colOrder).toBe('value_a_to_z')
    expect(lines()[0]).toBe(' | item | coffee | cake | tea | Totals')
    fireEvent.click(screen.getByRole('button', { name: 'Order of columns: by value, smallest first' }))
    expect(lines()[0]).toBe(' | item | tea | cake | coffee | Totals')
    fireEvent.click(screen.getByRole('button', { name: 'Order of columns: by value, largest first' }))
    expect(saved?.colOrder).toBe('key_a_to_z')
  })

  it('offer aggregators, and as many fields as the aggregator needs', async () => {
    open({ rows: ['region'] }, { editing: true })
    expect(screen.queryByRole('combobox', { name: 'Value' })).toBeNull()
    fireEvent.click(screen.getByRole('combobox', { name: 'Aggregator' }))
    fireEvent.click(await screen.findByRole('option', { name: 'Sum over Sum', hidden: true }))
    // completed with numeric columns, so that a result shows at once
    expect(saved).toMatchObject({ aggregatorName: 'Sum over Sum', vals: ['amount', 'price'] })
    fireEvent.click(screen.getByRole('combobox', { name: 'Divided by' }))
    fireEvent.click(
      (await screen.findAllByRole('option', { name: 'amount', hidden: true })).at(-1) as HTMLElement,
    )
    expect(saved?.vals).toEqual(['amount', 'amount'])
  })

  it('hide fields from the areas and from the aggregator', () => {
    open({ ...usual, rows: [], hiddenAttributes: ['price'], hiddenFromDragDrop: ['amount'] })
    const unused = screen.getByRole('group', { name: 'Unused fields' })
    expect(
      within(unused)
        .getAllByRole('button', { name: /^Menu of/ })
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Menu of region'])
  })
})

describe('the notes of a large pivot', () => {
  const page = 400
  const cols = { first: 0, count: 3, of: 3, page: 50 }
  const notes = (rows: Extent, onStartChange: (start: PivotStart) => void = () => {}) =>
    render(
      <MantineProvider env="test">
        <PartNotes
          rows={rows}
          cols={cols}
          start={{ row: rows.first, col: 7 }}
          onStartChange={onStartChange}
        />
      </MantineProvider>,
    )

  it('are absent when everything is shown', () => {
    notes({ first: 0, count: 400, of: 400, page })
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('say which part is shown, and switch to others', () => {
    const starts: PivotStart[] = []
    notes({ first: 0, count: 400, of: 1_000, page }, (start) => starts.push(start))
    expect(screen.getByRole('status').textContent).toBe('Showing the first 400 of 1,000 rows')
    expect(screen.getByLabelText('Previous rows')).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByLabelText('Next rows'))
    cleanup()
    notes({ first: 800, count: 200, of: 1_000, page }, (start) => starts.push(start))
    expect(screen.getByRole('status').textContent).toBe('Showing rows 801 to 1,000 of 1,000')
    expect(screen.getByLabelText('Next rows')).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByLabelText('Previous rows'))
    expect(starts).toEqual([
      { row: 400, col: 7 },
      { row: 400, col: 7 },
    ])
  })
})
