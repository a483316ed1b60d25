// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { resizeItem } from '#shared/dashboards/grid.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { type Session, sessionQuery } from '#web/session/session-query.ts'
import { type PageDashboard, pageDashboard } from './page-dashboard.ts'
import { type DashboardContentParts, useDashboardContent } from './use-dashboard-content.ts'
import { type DashboardDraft, useDashboardDraft } from './use-dashboard-draft.ts'
import { WidgetGrid } from './widget-grid.tsx'

/** ids of the widgets whose texts were read: only a text box that is drawn reads its text */
let drawn = new Set<number>()

const at = '2026-01-02T03:04:05Z'
const user = { id: 1, name: 'Ann', email: 'ann@example.com', profile_image_url: '' }

const textbox = (id: number, text: string): Widget => ({
  id,
  dashboard_id: 7,
  width: 1,
  version: 1,
  get text() {
    drawn.add(id)
    return text
  },
  updated_at: at,
  created_at: at,
  options: { position: { col: 0, row: id * 3, sizeX: 3, sizeY: 3, autoHeight: false } },
})

function dashboard(): PageDashboard {
  return pageDashboard({
    id: 7,
    slug: 'd',
    name: 'D',
    user_id: 1,
    user,
    layout: [],
    dashboard_filters_enabled: true,
    options: {},
    is_archived: false,
    is_draft: false,
    tags: [],
    updated_at: at,
    created_at: at,
    version: 1,
    widgets: [1, 2, 3].map((id) => textbox(id, `Text ${id}`)),
    can_edit: true,
  })
}

const session: Session = {
  user: { ...user, groups: [], permissions: ['edit_dashboard'] },
  messages: [],
  org_slug: 'default',
  client_config: {
    allowScriptsInUserInput: false,
    showPermissionsControl: true,
    hidePlotlyModeBar: false,
    disablePublicUrls: false,
    multiByteSearchEnabled: false,
    allowCustomJSVisualizations: false,
    autoPublishNamedQueries: true,
    extendedAlertOptions: false,
    mailSettingsMissing: false,
    dashboardRefreshIntervals: [],
    queryRefreshIntervals: [],
    refreshesQueries: true,
    googleLoginEnabled: false,
    openidLoginEnabled: false,
    ldapLoginEnabled: false,
    remoteUserLoginEnabled: false,
    jwtLoginEnabled: false,
    pageSize: 20,
    pageSizeOptions: [20],
    tableCellMaxJSONSize: 50_000,
    basePath: '/',
    dateFormat: 'DD/MM/YY',
    dateFormatList: [],
    timeFormatList: [],
    dateTimeFormat: 'DD/MM/YY HH:mm',
    integerFormat: '0,0',
    floatFormat: '0,0.00',
    thousandsSeparator: ',',
    decimalSeparator: '.',
    nullValue: 'null',
    timeZone: 'UTC',
    renewApiKeyWithPassword: false,
  },
}

let page: { draft: DashboardDraft; content: DashboardContentParts } | null = null
const address = { has: () => true, text: () => undefined, set: () => undefined }
const rights = {
  mayEdit: true,
  mayRefresh: true,
  mayPublish: true,
  mayFork: true,
  mayArchive: true,
  mayUnarchive: false,
  mayManagePermissions: true,
  maySeeSharing: true,
  mayShare: true,
  maySeeHistory: true,
}

const initial = dashboard()

function Host() {
  const draft = useDashboardDraft(initial)
  const box = useRef<HTMLDivElement>(null)
  const content = useDashboardContent(draft, address, box, true)
  page = { draft, content }
  return (
    <div ref={box}>
      <WidgetGrid rights={rights} content={content} isEditing />
    </div>
  )
}

async function open(): Promise<void> {
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, session)
  const history: RouterHistory = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: createRootRoute({ component: Host }), history })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await screen.findByText('Text 3')
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('draws a widget again when it was saved, and no other one', async () => {
  await open()
  drawn = new Set()
  await act(async () => page?.draft.putWidget(textbox(2, 'Another text')))
  await screen.findByText('Another text')
  expect([...drawn]).toEqual([2])
})

it('draws no widget again while the layout is saved', async () => {
  const saves = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => saves.promise)
  await open()
  drawn = new Set()
  await act(async () => {
    if (page !== null) page.content.changeLayout(resizeItem(page.content.items, 3, { sizeX: 2, sizeY: 3 }))
  })
  expect(page?.content.editing.status).toBe('saving')
  expect([...drawn]).toEqual([])
})
