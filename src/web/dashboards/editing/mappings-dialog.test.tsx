// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { button, loadDialogs, openDialog, press, type Sent, widgetOf, write } from './dialogs-under-test.tsx'

beforeAll(loadDialogs, 60_000)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const onDashboard = (name: string, mapTo = name, title = '') => ({
  [name]: { name, type: 'dashboard-level', mapTo, value: null, title },
})

/** Widget 1 and widget 2 share `carrier`; widget 1 has a number of its own. */
const first = widgetOf(
  1,
  [
    { name: 'carrier', title: 'Airline', type: 'text', value: 'AA' },
    { name: 'least', title: 'least', type: 'number', value: 5 },
  ],
  onDashboard('carrier'),
)
const second = widgetOf(2, [{ name: 'code', type: 'text', value: 'UA' }], onDashboard('code', 'carrier'))

const open = (widgets: readonly Widget[] = [first, second], answer?: (sent: Sent) => unknown) =>
  openDialog(
    { kind: 'mappings', widgetId: 1 },
    {
      widgets,
      answer:
        answer ??
        (({ path, body }) => {
          const widget = widgets.find(({ id }) => path === `/api/widgets/${id}`)
          return { ...widget, ...(body as object) }
        }),
    },
  )

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Parameters' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.querySelector('input')?.value ?? cell.textContent),
    )
const choose = (label: string) => act(async () => void fireEvent.click(screen.getByLabelText(label)))
const openSource = async (name: string) => {
  await press(`Edit Source and Value of ${name}`)
  await screen.findByText('Edit Source and Value')
}
const dialogButton = (name: string) => {
  const heading = screen.getByText('Edit Source and Value')
  const form = heading.closest('form')
  if (form === null) throw new Error('no form')
  return within(form).getByRole<HTMLButtonElement>('button', { name })
}

describe('Parameters of a widget', () => {
  it('tells title, keyword, value and source of each', async () => {
    open()
    expect(await rows()).toEqual([
      ['Airline', 'carrier', 'AA', 'Dashboard carrier'],
      ['Least', 'least', '5', 'Widget parameter'],
    ])
  })

  it('stores a static value, which begins as the own one', async () => {
    const page = open()
    await openSource('least')
    await choose('Static value')
    const field = await screen.findByLabelText('Value')
    expect((field as HTMLInputElement).value).toBe('5')
    write(field, '12')
    await act(async () => void fireEvent.click(dialogButton('OK')))
    expect((await rows())[1]).toEqual(['Least', 'least', '12', 'Static value'])
    await press('OK')
    await waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
    expect(page.saves()).toEqual([
      {
        method: 'POST',
        path: '/api/widgets/1',
        body: {
          text: '',
          version: 1,
          options: {
            kept: true,
            parameterMappings: {
              carrier: { name: 'carrier', type: 'dashboard-level', mapTo: 'carrier', value: null, title: '' },
              least: { name: 'least', type: 'static-value', mapTo: 'least', value: 12, title: '' },
            },
          },
        },
      },
    ])
  })

  it('takes no keyword that is empty or taken', async () => {
    open()
    await openSource('least')
    await choose('New dashboard parameter')
    const keyword = screen.getByLabelText('Keyword')
    for (const [text, problem] of [
      ['carrier', 'A parameter with this name already exists'],
      [' ', 'Keyword must have a value'],
    ] as const) {
      write(keyword, text)
      expect(screen.getByText(problem)).toBeTruthy()
      expect(dialogButton('OK').disabled).toBe(true)
    }
    write(keyword, 'minimum')
    await act(async () => void fireEvent.click(dialogButton('OK')))
    expect((await rows())[1]?.[3]).toBe('Dashboard minimum')
  })

  it('offers only parameters of the same type to share', async () => {
    open()
    await openSource('least')
    const existing = screen.getByLabelText<HTMLInputElement>('Existing dashboard parameter')
    expect(existing.disabled).toBe(true)
    expect(existing.getAttribute('aria-description')).toBe(
      'There are no dashboard parameters corresponding to this data type',
    )
    await act(async () => void fireEvent.click(dialogButton('Cancel')))
    await openSource('carrier')
    expect(screen.getByLabelText<HTMLInputElement>('Existing dashboard parameter').disabled).toBe(false)
  })

  it('gives a new title to all widgets that share the parameter', async () => {
    const page = open()
    const title = await screen.findByLabelText<HTMLInputElement>('Title of carrier')
    expect(title.maxLength).toBe(100)
    write(title, 'Carrier of the flight')
    await press('OK')
    await waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
    expect(page.saves().map(({ path }) => path)).toEqual(['/api/widgets/1', '/api/widgets/2'])
    expect(page.widgets().map(({ options }) => options.parameterMappings)).toMatchObject([
      { carrier: { title: 'Carrier of the flight' } },
      { code: { mapTo: 'carrier', title: 'Carrier of the flight' } },
    ])
  })

  it('says when the widget, or another one, could not be saved', async () => {
    const page = open([first, second], ({ path, body }) =>
      path === '/api/widgets/2' ? null : { ...first, ...(body as object) },
    )
    write(await screen.findByLabelText('Title of carrier'), 'X')
    await press('OK')
    expect(await screen.findByText('Widget could not be saved')).toBeTruthy()
    expect(page.onClose).toHaveBeenCalledTimes(1)
    cleanup()
    const other = open([first, second], () => null)
    write(await screen.findByLabelText('Title of carrier'), 'X')
    await press('OK')
    expect(await screen.findByText('Widget cannot be updated')).toBeTruthy()
    expect(other.onClose).not.toHaveBeenCalled()
    expect((await button('OK')).disabled).toBe(false)
  })

  it('sends nothing when nothing was changed', async () => {
    const page = open()
    await screen.findByRole('table', { name: 'Parameters' })
    await press('OK')
    expect(page.onClose).toHaveBeenCalledTimes(1)
    expect(page.sent).toEqual([])
  })
})
