import { describe, expect, it } from 'vitest'
import type { SessionUser } from '#shared/session/session-api.ts'
import { createItems, mainItems, mayOpenStatus, settingsItem } from './nav-items.tsx'

const having = (...permissions: string[]): SessionUser => ({
  ...{ id: 1, name: 'Ann', email: 'ann@example.com', profile_image_url: '', groups: [] },
  permissions,
})
const everything = having(
  ...['list_dashboards', 'view_query', 'list_alerts', 'create_query', 'create_dashboard'],
  ...['admin', 'super_admin'],
)
const everyPage = () => true
const withoutAlerts = (pathname: string) => !pathname.startsWith('/alerts')
const names = (items: readonly { label: string }[]) => items.map(({ label }) => label)
const open = () => undefined

describe('the items of the navbar', () => {
  it('are in their order', () => {
    expect(names(mainItems(everything, everyPage))).toEqual(['Dashboards', 'Queries', 'Alerts'])
  })

  it.each([
    ['list_dashboards', 'Dashboards'],
    ['view_query', 'Queries'],
    ['list_alerts', 'Alerts'],
  ])('need %s for %s', (permission, name) => {
    expect(names(mainItems(having(permission), everyPage))).toEqual([name])
  })

  it('lead to existing pages', () => {
    expect(names(mainItems(everything, withoutAlerts))).toEqual(['Dashboards', 'Queries'])
  })

  it('are active on their pages, not on pages with a similar start', () => {
    const [dashboards] = mainItems(everything, everyPage)
    expect(dashboards?.isActive('/dashboards')).toBe(true)
    expect(dashboards?.isActive('/dashboards/5-sales')).toBe(true)
    expect(dashboards?.isActive('/dashboards-of-others')).toBe(false)
  })
})

describe('what can be created', () => {
  it('is in order', () => {
    expect(names(createItems(everything, everyPage, open))).toEqual([
      'New Query',
      'New Dashboard',
      'New Alert',
    ])
  })

  it('is what the user may create', () => {
    expect(names(createItems(having('create_query'), everyPage, null))).toEqual(['New Query'])
    expect(names(createItems(having(), everyPage, open))).toEqual(['New Dashboard'])
    expect(names(createItems(having('list_alerts'), everyPage, null))).toEqual(['New Alert'])
    expect(createItems(having(), everyPage, null)).toEqual([])
  })

  it('has a page for each', () => {
    expect(names(createItems(everything, withoutAlerts, open))).toEqual(['New Query', 'New Dashboard'])
  })
})

describe('settings', () => {
  it('lead to the first tab that the user may open', () => {
    expect(settingsItem(everything)?.to).toBe('/data_sources')
    expect(settingsItem(having('create_query'))?.to).toBe('/query_snippets')
    expect(settingsItem(having())?.to).toBe('/users/me')
  })
})

describe('the system status', () => {
  it('is for admins, if it has a page', () => {
    expect(mayOpenStatus(everything, everyPage)).toBe(true)
    expect(mayOpenStatus(having('admin'), everyPage)).toBe(false)
    expect(mayOpenStatus(everything, () => false)).toBe(false)
  })
})
