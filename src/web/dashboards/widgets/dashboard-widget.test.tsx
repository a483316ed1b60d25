// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useMemo } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import { Questions } from '#web/ui/confirm.tsx'
import { DashboardWidget, type DashboardWidgetProps } from './dashboard-widget.tsx'
import { type PlannedRunner, parameter, plannedRunner, resultOf, target } from './planned-runner.ts'
import { type DashboardResults, useDashboardResults } from './use-dashboard-results.ts'
import { clock } from './widget-footer.tsx'

let runner: PlannedRunner
let results: DashboardResults

beforeEach(() => {
  runner = plannedRunner()
})
afterEach(cleanup)

const at = '2026-11-20T10:00:00Z'
const settings: DashboardWidgetProps['settings'] = {
  dateFormat: 'DD/MM/YY',
  dateTimeFormat: 'DD/MM/YY HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  thousandsSeparator: ',',
  decimalSeparator: '.',
  nullValue: 'null',
  booleanValues: ['false', 'true'],
  tableCellMaxJSONSize: 50_000,
  allowCustomJSVisualizations: false,
  hidePlotlyModeBar: false,
}

function widget(fields: Partial<Widget> = {}): Widget {
  return {
    id: 1,
    dashboard_id: 1,
    width: 1,
    version: 1,
    options: {},
    text: '',
    updated_at: at,
    created_at: at,
    ...fields,
  }
}

const user = {
  id: 1,
  name: 'Ann',
  email: 'ann@example.com',
  profile_image_url: '',
  groups: [],
  updated_at: at,
  created_at: at,
  disabled_at: null,
  is_disabled: false,
  active_at: null,
  is_invitation_pending: false,
  is_email_verified: true,
  auth_type: 'password' as const,
}

function ofQuery(name = 'Table', text = 'select 1'): Widget {
  const query = {
    id: 10,
    latest_query_data_id: 1,
    name: 'Delays by month',
    description: '**Minutes** late',
    query: text,
    query_hash: 'h',
    schedule: null,
    is_archived: false,
    is_draft: false,
    updated_at: at,
    created_at: at,
    data_source_id: 1,
    options: {},
    version: 1,
    tags: [],
    is_safe: true,
    user,
    last_modified_by: null,
    retrieved_at: at,
  }
  const visualization = {
    id: 77,
    type: 'TABLE',
    name,
    description: '',
    options: {},
    updated_at: at,
    created_at: at,
  }
  return widget({ visualization: { ...visualization, query } })
}

interface HostProps extends Partial<DashboardWidgetProps> {
  widget: Widget
}

function Host(props: HostProps) {
  const wanted = useMemo(
    () => (props.widget.visualization ? [target(1, 10, [parameter('year', '2014')])] : []),
    [props.widget],
  )
  results = useDashboardResults(runner, wanted)
  return (
    <MantineProvider env="test">
      <Questions />
      <DashboardWidget
        results={results}
        place="dashboard"
        canEdit={false}
        isEditing={false}
        settings={settings}
        {...props}
      />
    </MantineProvider>
  )
}

const answer = (line: { result: LoadedResult }) =>
  act(async () => runner.asked[0]?.tell({ widget_ids: [1], ...line }))
const rows = [{ carrier: 'AA' }, { carrier: 'UA' }]

describe('a widget with a visualization', () => {
  it('keeps room until its result is there, then shows it with its age', async () => {
    const { container } = render(<Host widget={ofQuery()} />)
    const box = screen.getByRole('region', { name: 'Delays by month' })
    expect(box.getAttribute('aria-busy')).toBe('true')
    expect(container.querySelectorAll('.mantine-Skeleton-root').length).toBeGreaterThan(3)
    await answer({ result: resultOf(rows) })
    expect(await screen.findByText('UA')).toBeDefined()
    expect(box.getAttribute('aria-busy')).toBe('false')
    expect(await screen.findByRole('button', { name: 'Refresh' })).toBeDefined()
    expect(container.querySelector('time')?.dateTime).toBe('2026-11-20T10:00:00.000Z')
    expect(await screen.findByText('Minutes')).toBeDefined()
  })

  it('is called by its own name when it has one', () => {
    render(<Host widget={ofQuery('By carrier')} />)
    expect(screen.getByRole('heading').textContent).toBe('By carrier Delays by month')
  })

  it('keeps the visualization while it is refreshed, and says why that failed', async () => {
    render(<Host widget={ofQuery()} />)
    await answer({ result: resultOf(rows) })
    fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
    expect(runner.runs).toMatchObject([{ max_age: 0, parameters: { year: '2014' } }])
    expect(await screen.findByText(/Query in queue…/)).toBeDefined()
    expect(await screen.findByText('UA')).toBeDefined()
    await act(async () => runner.runs[0]?.fail('division by zero'))
    expect(screen.getByRole('status').textContent).toContain('Error running query: division by zero')
    expect(screen.getByText('UA')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(runner.runs).toHaveLength(2)
    expect(screen.queryByText(/division/)).toBeNull()
  })

  it('says so when there are no rows, and offers no file of them', async () => {
    render(<Host widget={ofQuery()} />)
    await answer({ result: resultOf([]) })
    expect(await screen.findByText('The query returned no rows')).toBeDefined()
    fireEvent.click(await screen.findByRole('button', { name: /More actions/ }))
    const file = await screen.findByRole('menuitem', { name: 'Download as CSV File' })
    expect(file).toHaveProperty('disabled', true)
  })

  it('opens larger with filters of its own', async () => {
    render(<Host widget={ofQuery()} />)
    await answer({ result: resultOf(rows.map(({ carrier }) => ({ 'carrier::filter': carrier }))) })
    expect(await screen.findByText('Carrier', { selector: 'label' })).toBeDefined()
    const expand = await screen.findByRole('button', { name: 'Expand' })
    fireEvent.click(expand)
    const dialog = await screen.findByRole('dialog', { name: 'Delays by month' })
    expect(within(dialog).getByText('Carrier', { selector: 'label' })).toBeDefined()
    const [, close] = within(dialog).getAllByRole('button', { name: 'Close' })
    if (close === undefined) throw new Error('there is no button Close')
    fireEvent.click(close)
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('of a type that is not known here says so', async () => {
    const made = ofQuery('Globe')
    const visualization = made.visualization && { ...made.visualization, type: 'GLOBE' }
    render(<Host widget={{ ...made, ...(visualization && { visualization }) }} />)
    await answer({ result: resultOf(rows) })
    expect(await screen.findByText(/cannot show visualizations of type GLOBE/)).toBeDefined()
  })

  it('has neither menu nor refresh nor link on public pages', async () => {
    render(<Host widget={ofQuery()} place="public" canEdit mayViewQuery />)
    await answer({ result: resultOf(rows) })
    expect(await screen.findByRole('button', { name: 'Expand' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull()
    expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('the menu of a visualization', () => {
  const open = async (props: Partial<HostProps> = {}) => {
    render(<Host widget={ofQuery('Table', 'select {{ year }}')} {...props} />)
    await answer({ result: resultOf(rows, { id: 5 }) })
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Delays by month' }))
    await screen.findByRole('menu')
  }
  const labels = () => screen.getAllByRole('menuitem').map((item) => item.textContent)

  it('offers files and images to every reader, named after the query and the day of the data', async () => {
    await open()
    expect(labels()).toEqual([
      'Download as CSV File',
      'Download as TSV File',
      'Download as Excel File',
      'Download as PNG Image',
      'Download as SVG Image',
    ])
    const file = screen.getByRole('menuitem', { name: 'Download as Excel File' })
    expect(file.getAttribute('href')).toBe('/api/queries/10/results/5.xlsx')
    expect(file.getAttribute('download')).toBe('Delays_by_month_2026_11_20.xlsx')
  })

  it('offers editors the parameters and the end of the widget', async () => {
    const onEditParameters = vi.fn()
    const onRemove = vi.fn()
    await open({ canEdit: true, onEditParameters, onRemove })
    expect(labels().slice(5)).toEqual(['Edit Parameters', 'Remove from Dashboard'])
    fireEvent.click(screen.getByRole('menuitem', { name: 'Edit Parameters' }))
    expect(onEditParameters).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }))
    fireEvent.click(screen.getByRole('button', { name: 'More actions for Delays by month' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove from Dashboard' }))
    expect(onRemove).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }))
  })
})

describe('other widgets', () => {
  it('show their text', async () => {
    render(<Host widget={widget({ text: 'Hello' })} />)
    expect(await screen.findByText('Hello')).toBeDefined()
  })

  it('say while editing that there is no text', () => {
    const { rerender } = render(<Host widget={widget()} />)
    expect(screen.queryByText('This text box is empty.')).toBeNull()
    rerender(<Host widget={widget()} isEditing />)
    expect(screen.getByText('This text box is empty.')).toBeDefined()
  })

  it('are edited and removed by editors', async () => {
    const onEditTextbox = vi.fn()
    render(<Host widget={widget({ text: 'Hi' })} canEdit onEditTextbox={onEditTextbox} onRemove={vi.fn()} />)
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Text box' }))
    expect(await screen.findByRole('menuitem', { name: 'Remove from Dashboard' })).toBeDefined()
    fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
    expect(onEditTextbox).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }))
  })

  it('are removed after a question only if they cannot be brought back', async () => {
    const onRemove = vi.fn()
    render(<Host widget={widget({ restricted: true })} canEdit onRemove={onRemove} />)
    fireEvent.click(await screen.findByRole('button', { name: 'More actions for Restricted widget' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove from Dashboard' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Widget' })
    expect(onRemove).not.toHaveBeenCalled()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await vi.waitFor(() => expect(onRemove).toHaveBeenCalledWith(expect.objectContaining({ id: 1 })))
  })

  it('say what is not open to the reader, and are not shown when they are hidden', () => {
    const { rerender, container } = render(<Host widget={widget({ restricted: true })} />)
    expect(
      screen.getByText("This widget requires access to a data source you don't have access to."),
    ).toBeDefined()
    rerender(<Host widget={widget({ text: 'x', options: { isHidden: true } })} />)
    expect(container.querySelector('section')).toBeNull()
  })
})

describe('clock', () => {
  it.each([
    [-5, '00:00'],
    [7_900, '00:07'],
    [599_000, '09:59'],
    [3_600_000, '01:00:00'],
    [100 * 3_600_000 + 61_000, '100:01:01'],
  ])('%s ms: %s', (ms, text) => expect(clock(ms)).toBe(text))
})
