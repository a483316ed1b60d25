import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import { dashboardParameters } from '#shared/dashboards/parameter-mappings.ts'
import { readGrid } from '#shared/dashboards/stored-grid.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import type { User } from '#shared/users/user.ts'
import { pageDashboard } from '#web/dashboards/page-dashboard.ts'
import { runWidgets } from '#web/dashboards/run-widgets.ts'
import { type DashboardDraft, useDashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import { useParameterValues } from '#web/parameters/use-parameters.ts'
import { Questions } from '#web/ui/confirm.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { EditingDialogs, type OpenedDialog } from './editing-dialogs.tsx'
import { useWidgetSaves } from './use-widget-saves.ts'

const now = '2026-01-02T03:04:05Z'
const user = { id: 1, name: 'Ann', email: 'ann@example.com', profile_image_url: '' }
const person: User = {
  ...user,
  groups: [],
  updated_at: now,
  created_at: now,
  disabled_at: null,
  is_disabled: false,
  active_at: null,
  is_invitation_pending: false,
  is_email_verified: true,
  auth_type: 'password',
}

type QueryOfWidget = NonNullable<Widget['visualization']>['query']

export function queryOf(id: number, parameters: readonly Partial<StoredParameter>[]): QueryOfWidget {
  return {
    id,
    name: `Query ${id}`,
    query: parameters.map(({ name }) => `{{ ${name} }}`).join(' '),
    options: { parameters },
    description: null,
    query_hash: '',
    schedule: null,
    latest_query_data_id: null,
    is_archived: false,
    is_draft: false,
    updated_at: now,
    created_at: now,
    data_source_id: 1,
    version: 1,
    tags: [],
    is_safe: true,
    user: person,
    last_modified_by: null,
    retrieved_at: null,
  }
}

/** A widget whose query has these parameters, mapped so. */
export function widgetOf(
  id: number,
  parameters: readonly Partial<StoredParameter>[],
  parameterMappings: Readonly<Record<string, object>> = {},
): Widget {
  return {
    id,
    dashboard_id: 7,
    width: 1,
    options: { parameterMappings, kept: true },
    text: '',
    version: 1,
    visualization: {
      id: id * 10,
      type: 'CHART',
      name: 'Chart',
      description: '',
      options: {},
      updated_at: now,
      created_at: now,
      query: queryOf(id * 100, parameters),
    },
    updated_at: now,
    created_at: now,
  }
}

export function textboxOf(id: number, text: string): Widget {
  const { visualization: _, ...widget } = widgetOf(id, [])
  return { ...widget, text, options: {} }
}

export interface Sent {
  method: string
  path: string
  body: unknown
}

interface OpenOptions {
  widgets?: readonly Widget[]
  tab?: string | null
  /** the server's response; null: 500, a number: this status */
  answer(sent: Sent): unknown
}

/** A dialog on a page with these widgets, on a stubbed network. */
export function openDialog(opened: OpenedDialog, { widgets = [], tab = null, answer }: OpenOptions) {
  const sent: Sent[] = []
  const onClose = vi.fn()
  const page: { draft: DashboardDraft | null } = { draft: null }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const request = {
      method: init.method ?? 'GET',
      path: address,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    sent.push(request)
    const reply = answer(request)
    if (reply === null) return new Response('{"message":"Internal Server Error"}', { status: 500 })
    if (typeof reply === 'number') return new Response('{"message":"Refused"}', { status: reply })
    return new Response(JSON.stringify(reply), { status: 200 })
  })
  withoutFonts()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <Host
          opened={opened}
          widgets={widgets}
          tab={tab}
          onDraft={(draft) => {
            page.draft = draft
          }}
          onClose={onClose}
        />
        <Questions />
        <Toasts />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return {
    sent,
    onClose,
    widgets: () => page.draft?.dashboard.widgets ?? [],
    saves: () => sent.filter(({ method }) => method === 'POST'),
  }
}

/** The text area listens for fonts, which this DOM does not implement. */
function withoutFonts(): void {
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
}

interface HostProps {
  opened: OpenedDialog
  widgets: readonly Widget[]
  tab: string | null
  onDraft(draft: DashboardDraft): void
  onClose(): void
}

function Host({ opened, widgets, tab, onDraft, onClose }: HostProps) {
  const draft = useDashboardDraft(dashboardWith(widgets))
  onDraft(draft)
  const [definitions] = useState(() =>
    dashboardParameters(runWidgets(draft.dashboard.widgets), readDashboardOptions({})),
  )
  const parameters = useParameterValues(definitions, { search: '' })
  const saveWidget = useWidgetSaves(draft, () => undefined)
  const parts = {
    draft,
    isEditing: true,
    items: readGrid(draft.dashboard.widgets, () => ({})),
    showStored: () => undefined,
    tab,
    parameters,
    settings: { dateFormat: 'DD/MM/YY', timeZone: 'UTC' },
    dropdownsOf: () => ({
      key: 'test',
      search: async () => ({ options: [], count: 0, selected: [], depends_on: [] }),
    }),
    leave: () => undefined,
  }
  return <EditingDialogs opened={opened} parts={parts} saveWidget={saveWidget} onClose={onClose} />
}

/** As the server sends it. */
export function dashboardWith(widgets: readonly Widget[]) {
  return pageDashboard({
    id: 7,
    slug: 'd',
    name: 'D',
    user_id: 1,
    user,
    layout: [],
    dashboard_filters_enabled: false,
    options: {},
    is_archived: false,
    is_draft: false,
    tags: [],
    updated_at: now,
    created_at: now,
    version: 1,
    widgets: [...widgets],
    can_edit: true,
  })
}

/** Preloads lazy parts before the tests' fake timers start. */
export async function loadDialogs(): Promise<void> {
  await Promise.all([
    import('./add-widget-dialog.tsx'),
    import('./textbox-dialog.tsx'),
    import('./mappings-dialog.tsx'),
    import('#web/markdown/markdown-content.tsx'),
    import('#web/ui/confirm-dialog.tsx'),
    import('#web/ui/toast-host.tsx'),
    import('./settle-conflict.tsx'),
  ])
}

export const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
export const press = async (name: string | RegExp) => {
  const found = await button(name)
  await act(async () => void fireEvent.click(found))
}
export const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
