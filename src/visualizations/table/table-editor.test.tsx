// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type EditorUnderTest, openEditor, tabs, typeInto } from '../editor-under-test.tsx'
import type { TableColumn } from '../parts/columns/column-options.ts'
import { resultOf } from '../parts/columns/column-samples.ts'
import { sampleSettings } from '../sample-settings.ts'
import TableEditor from './table-editor.tsx'
import { normalizeTable, type TableOptions } from './table-options.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const data = resultOf([
  ['id', 'integer'],
  ['name::filter', 'string'],
  ['at', 'datetime'],
])

let latest: EditorUnderTest<TableOptions>
const open = (stored: Record<string, unknown> = {}) => {
  latest = openEditor(TableEditor, { options: normalizeTable(stored, data, sampleSettings), data })
}
const columnNow = (name: string) =>
  latest.options.columns.find((column) => column.name === name) as TableColumn
const panel = (name: RegExp) => {
  const title = screen.getByRole('button', { name, expanded: false })
  fireEvent.click(title)
  return within(title.closest('li') as HTMLElement)
}
const labels = (of: ReturnType<typeof panel>) =>
  [
    ...(of.getByRole('textbox', { name: 'Title' }).closest('li') as HTMLElement).querySelectorAll('label'),
  ].map((label) => label.textContent)

/** Stacks panels of 40 pixels, because happy-dom has no layout. */
function stubLayout(): void {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const panels = [...document.querySelectorAll('li')]
    const place = panels.findIndex((one) => one.contains(this))
    return new DOMRect(0, Math.max(0, place) * 40, 300, 38)
  })
}

describe('TableEditor', () => {
  it('has three tabs and a panel for each column', () => {
    open()
    expect(tabs()).toEqual(['Columns', 'Formatting', 'Grid'])
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'id',
      'name::filter (name)',
      'at',
    ])
  })

  it('sets title, alignment, search and description', async () => {
    open()
    const id = panel(/^id/)
    await typeInto(id.getByRole('textbox', { name: 'Title' }), 'Number')
    fireEvent.click(id.getByRole('button', { name: 'Align center' }))
    fireEvent.click(id.getByRole('checkbox', { name: 'Use for search' }))
    await typeInto(id.getByRole('textbox', { name: 'Description' }), 'Key')
    expect(columnNow('id')).toMatchObject({
      title: 'Number',
      alignContent: 'center',
      allowSearch: true,
      description: 'Key',
    })
    expect(columnNow('at').title).toBe('at')
  })

  it('reports typed text after 200 ms', async () => {
    open()
    const title = panel(/^id/).getByRole('textbox', { name: 'Title' })
    fireEvent.change(title, { target: { value: 'N' } })
    expect(columnNow('id').title).toBe('id')
    await act(() => new Promise((resolve) => setTimeout(resolve, 260)))
    expect(columnNow('id').title).toBe('N')
  })

  it('keeps the texts of two fields that report at the same moment', async () => {
    open()
    const id = panel(/^id/)
    fireEvent.change(id.getByRole('textbox', { name: 'Title' }), { target: { value: 'Number' } })
    fireEvent.change(id.getByRole('textbox', { name: 'Description' }), { target: { value: 'Key' } })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: /^id/, expanded: true })))
    expect(columnNow('id')).toMatchObject({ title: 'Number', description: 'Key' })
  })

  it('moves a column by keyboard', async () => {
    stubLayout()
    open()
    const handle = screen.getByRole('button', { name: 'Move id' })
    handle.focus()
    const press = (code: string) =>
      act(async () => {
        fireEvent.keyDown(handle, { code, key: code })
        await new Promise((resolve) => setTimeout(resolve, 20))
      })
    await press('Space')
    await press('ArrowDown')
    await press('Space')
    expect(latest.options.columns.map(({ name }) => name)).toEqual(['name::filter', 'id', 'at'])
    expect(screen.getByText('id was put at place 2.')).toBeTruthy()
    await press('Space')
    await press('ArrowDown')
    await press('Escape')
    expect(latest.options.columns.map(({ name }) => name)).toEqual(['name::filter', 'id', 'at'])
  })

  it('toggles visibility', () => {
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Toggle visibility of id' }))
    expect(columnNow('id').visible).toBe(false)
  })

  it.each([
    ['string', ['Use for search', 'Description', 'Display as:', 'Allow HTML content']],
    ['number', ['Use for search', 'Description', 'Display as:', 'Number format']],
    ['datetime', ['Use for search', 'Description', 'Display as:', 'Date/Time format']],
    ['boolean', ['Use for search', 'Description', 'Display as:', 'Value for false', 'Value for true']],
    [
      'link',
      [
        'Use for search',
        'Description',
        'Display as:',
        'URL template',
        'Text template',
        'Title template',
        'Open in new tab',
      ],
    ],
    ['image', ['Use for search', 'Description', 'Display as:', 'URL template', 'Title template']],
    ['json', ['Use for search', 'Description', 'Display as:']],
  ])('offers the controls of %s in order', (displayAs, expected) => {
    open({ columns: [{ name: 'id', displayAs }] })
    const id = panel(/^id/)
    expect(labels(id)).toEqual(expected)
    expect(id.queryAllByRole('button', { name: 'Format specs' })).toHaveLength(
      displayAs === 'link' || displayAs === 'image' ? 1 : 0,
    )
  })

  it('shows Highlight links only with HTML', () => {
    open({ columns: [{ name: 'id', displayAs: 'string' }] })
    const id = panel(/^id/)
    fireEvent.click(id.getByRole('checkbox', { name: 'Allow HTML content' }))
    fireEvent.click(id.getByRole('checkbox', { name: 'Highlight links' }))
    expect(columnNow('id')).toMatchObject({ allowHTML: true, highlightLinks: true })
  })

  it('edits a single boolean text as the text for true', async () => {
    open({ columns: [{ name: 'id', displayAs: 'boolean', booleanValues: ['yes'] }] })
    const id = panel(/^id/)
    await typeInto(id.getByRole('textbox', { name: 'Value for false' }), 'no')
    expect(columnNow('id').booleanValues).toEqual(['no', 'yes'])
  })

  it('sets the display kind', async () => {
    open()
    const id = panel(/^id/)
    fireEvent.click(id.getByRole('combobox', { name: 'Display as:' }))
    const options = await screen.findAllByRole('option', { hidden: true })
    expect(options.map((option) => option.textContent)).toEqual([
      'Text',
      'Number',
      'Date/Time',
      'Boolean',
      'Link',
      'Image',
      'JSON',
    ])
    fireEvent.click(options[6] as HTMLElement)
    expect(columnNow('id').displayAs).toBe('json')
  })

  it('sets the items per page', async () => {
    open()
    fireEvent.click(screen.getByRole('tab', { name: 'Grid' }))
    fireEvent.click(screen.getByRole('combobox', { name: 'Items per page' }))
    const options = await screen.findAllByRole('option', { hidden: true })
    expect(options.map((option) => option.textContent)).toEqual([
      '5',
      '10',
      '15',
      '20',
      '25',
      '50',
      '100',
      '150',
      '200',
      '250',
      '500',
    ])
    fireEvent.click(options[5] as HTMLElement)
    expect(latest.options.itemsPerPage).toBe(50)
  })

  it('stores scales, bars and totals beside the other options of a column', () => {
    open()
    fireEvent.click(screen.getByRole('tab', { name: 'Formatting' }))
    const id = within(screen.getByRole('group', { name: 'id' }))
    fireEvent.change(id.getByRole('combobox', { name: 'Total' }), { target: { value: 'sum' } })
    fireEvent.change(id.getByRole('combobox', { name: 'Color scale' }), { target: { value: 'diverging' } })
    expect(columnNow('id')).toMatchObject({ total: 'sum', colorScale: 'diverging' })
    expect(id.getByRole('checkbox', { name: 'Bars in cells' })).toHaveProperty('disabled', true)
  })
})
