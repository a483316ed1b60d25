// @vitest-environment happy-dom
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { visualizationTypes } from '#visualizations/registry.ts'
import { router } from '#web/app/router.tsx'
import { shortcutGroups } from '#web/app/shortcuts.ts'
import { helpPageOf, helpPageOfVisualization } from './help-pages.ts'

const isWritten = (page: string) => page !== '' && existsSync(`docs/help/${page}.md`)

/** `/queries/$queryId/source` -> `/queries/12/source` */
const addressOf = (path: string) => path.replace(/\$\w*[kK]ey|\$\w*Slug/, '12-sales').replace(/\$\w+/g, '12')

describe('the page of the help', () => {
  const routes: Readonly<Record<string, { fullPath: string; options: { component?: unknown } } | undefined>> =
    router.routesById
  const screens = Object.entries(routes)
    .filter(([id, route]) => route?.options.component !== undefined && !id.endsWith('/$'))
    .map(([, route]) => addressOf(route?.fullPath ?? ''))
    // layout routes have no address of their own
    .filter((path) => path !== '')

  it.each(screens)('%s has one', (path) => {
    expect([path, isWritten(helpPageOf(path.length > 1 ? path.replace(/\/$/, '') : path))]).toEqual([
      path,
      true,
    ])
  })

  it('visits real routes', () => {
    expect(screens).toContain('/queries/12/source')
    expect(screens.length).toBeGreaterThan(15)
  })

  it.each([
    ['/', 'home'],
    ['/queries', 'queries'],
    ['/queries/archive', 'queries'],
    ['/queries/new', 'source-editor'],
    ['/queries/7/source', 'source-editor'],
    ['/queries/7', 'query-page'],
    ['/dashboards/my', 'dashboards'],
    ['/dashboards/3-sales', 'dashboard'],
    ['/dashboard/sales', 'dashboard'],
    ['/alerts', 'alerts'],
    ['/alerts/5/edit', 'alerts'],
    ['/data_sources/new', 'data-sources'],
    ['/destinations', 'destinations'],
    ['/destinations/new', 'destinations'],
    ['/destinations/7', 'destinations'],
    ['/destinations/deliveries', 'deliveries'],
    ['/query_snippets/2', 'snippets'],
    ['/users/me', 'account'],
    ['/admin/events', 'events'],
    ['/admin/status', 'status'],
    ['/admin/queries/jobs', 'status'],
    ['/admin/queries/outdated', 'status'],
    ['/nowhere', ''],
  ])('%s: %s', (path, page) => expect(helpPageOf(path)).toBe(page))

  it('is a different one while a dashboard is edited', () => {
    expect(helpPageOf('/dashboards/3-sales', true)).toBe('dashboard-editing')
    expect(helpPageOf('/queries', true)).toBe('queries')
  })

  it.each(visualizationTypes.map(({ type }) => type))('%s has its own', (type) => {
    const page = helpPageOfVisualization(type)
    expect(page).not.toBe('visualizations')
    expect([page, isWritten(page)]).toEqual([page, true])
  })
})

it('the page about shortcuts lists all of them', () => {
  const text = readFileSync('docs/help/shortcuts.md', 'utf8')
  const missing = shortcutGroups
    .flatMap(({ shortcuts }) => shortcuts)
    .flatMap(({ keys }) => keys.map((combination) => combination.join('+')))
    .filter((keys) => !text.includes(`\`${keys}\``))
  expect(missing).toEqual([])
})
