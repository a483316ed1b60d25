// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import {
  button,
  loadDialogs,
  openDialog,
  press,
  queryOf,
  type Sent,
  widgetOf,
  write,
} from './dialogs-under-test.tsx'

beforeAll(loadDialogs, 60_000)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const carrier = { name: 'carrier', title: 'Airline', type: 'text', value: 'AA' }
const since = { name: 'since', type: 'date', value: '2001-02-03' }
const shared = widgetOf(1, [carrier], {
  carrier: { name: 'carrier', type: 'dashboard-level', mapTo: 'carrier', value: null, title: '' },
})

const found = (id: number, name: string, more: object = {}) => ({ ...queryOf(id, []), name, ...more })
const visualization = (id: number, type: string, name: string) => ({
  id,
  type,
  name,
  description: '',
  options: {},
  updated_at: '',
  created_at: '',
})

function answer({ method, path }: Sent): unknown {
  if (method === 'POST') return widgetOf(2, [carrier, since])
  if (path === '/api/queries/recent') return [found(5, 'My delays', { is_draft: true })]
  if (path.startsWith('/api/queries/5')) {
    const visualizations = [
      visualization(52, 'CHART', 'By month'),
      visualization(53, 'TABLE', 'All'),
      visualization(51, 'COUNTER', 'Worst'),
    ]
    return { ...queryOf(5, [carrier, since]), visualizations }
  }
  const named = new URL(path, 'http://x').searchParams.get('q')
  const results = [found(5, 'My delays', { is_draft: true }), found(6, 'Routes')].filter(({ name }) =>
    name.toLowerCase().includes(named ?? ''),
  )
  return { count: results.length, page: 1, page_size: 20, results }
}

const open = (widgets: readonly Widget[] = [shared]) =>
  openDialog({ kind: 'add-widget' }, { widgets, answer })
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const choose = async (name: RegExp) => {
  const option = await screen.findByRole('option', { name })
  await act(async () => void fireEvent.click(option))
}

describe('Add Widget', () => {
  it('shows recent queries first, marks drafts, and then what is searched for', async () => {
    const page = open()
    await waitFor(() => expect(names()).toEqual(['My delaysUnpublished', 'Routes']))
    expect(screen.getByText('Recent')).toBeTruthy()
    write(screen.getByLabelText('Search a query by name'), 'rou')
    const asked = () => page.sent.flatMap(({ path }) => (path.includes('q=') ? [path] : []))
    await waitFor(() => expect(asked()).toEqual(['/api/queries?page_size=20&q=rou']))
    await waitFor(() => expect(names()).toEqual(['Routes']))
    expect((await button('Add to Dashboard')).disabled).toBe(true)
  })

  it('offers nothing that was not typed while the search is under way', async () => {
    open()
    await waitFor(() => expect(names()).toEqual(['My delaysUnpublished', 'Routes']))
    write(screen.getByLabelText('Search a query by name'), 'rou')
    // at once: Enter takes the first one
    expect(names()).toEqual(['Routes'])
  })

  it('adds the newest visualization with mappings that share what is there', async () => {
    const page = open()
    await choose(/My delays/)
    expect(await screen.findByLabelText('Title of carrier')).toBeTruthy()
    expect(screen.getByText('Dashboard carrier')).toBeTruthy()
    await press('Add to Dashboard')
    await waitFor(() => expect(page.onClose).toHaveBeenCalledTimes(1))
    expect(page.saves()).toEqual([
      {
        method: 'POST',
        path: '/api/widgets',
        body: {
          dashboard_id: 7,
          visualization_id: 52,
          text: '',
          width: 1,
          options: {
            isHidden: false,
            // the size that the type has
            position: expect.objectContaining({ col: 3, row: 0, sizeX: 3, sizeY: 8, autoHeight: false }),
            parameterMappings: {
              carrier: { name: 'carrier', type: 'dashboard-level', mapTo: 'carrier', value: null, title: '' },
              since: { name: 'since', type: 'dashboard-level', mapTo: 'since', value: null, title: '' },
            },
          },
        },
      },
    ])
    expect(page.widgets().map(({ id }) => id)).toEqual([1, 2])
  })

  it('adds several visualizations at once, one below the other', async () => {
    const page = open([])
    await choose(/My delays/)
    const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })
    expect((await box(/By month/)).checked).toBe(true)
    expect(screen.getByRole('region', { name: 'Preview of By month' })).toBeTruthy()
    await act(async () => fireEvent.click(await box(/By month/)))
    expect((await button('Add to Dashboard')).disabled).toBe(true)
    await act(async () => fireEvent.click(await box(/Worst/)))
    await act(async () => fireEvent.click(await box(/All/)))
    expect(screen.getByRole('region', { name: 'Preview of All' })).toBeTruthy()
    await press('Add 2 widgets to the dashboard')
    const options = (place: object) => expect.objectContaining({ position: expect.objectContaining(place) })
    await waitFor(() =>
      expect(page.saves().map(({ body }) => body)).toMatchObject([
        { visualization_id: 51, options: options({ col: 0, row: 0, sizeX: 2, sizeY: 5 }) },
        // a table is eight rows high, however long it is
        { visualization_id: 53, options: options({ col: 2, row: 0, sizeY: 8, autoHeight: false }) },
      ]),
    )
  })

  it('goes back to the search', async () => {
    open()
    await choose(/My delays/)
    await press('Choose another query')
    expect(await screen.findByLabelText('Search a query by name')).toBeTruthy()
    expect((await button('Add to Dashboard')).disabled).toBe(true)
  })
})
