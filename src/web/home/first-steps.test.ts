import { describe, expect, it } from 'vitest'
import { defaultGroupPermissions, type Permission } from '#shared/permissions/permission.ts'
import { firstSteps, type Walker } from './first-steps.ts'

const nothing = { data_sources: 0, queries: 0, alerts: 0, dashboards: 0, users: 1 }
const everything = { data_sources: 1, queries: 1, alerts: 1, dashboards: 1, users: 2 }
const member: readonly Permission[] = defaultGroupPermissions
const admin: readonly Permission[] = [...member, 'admin', 'super_admin']

const walk = (permissions: readonly Permission[], rest: Partial<Walker> = {}) =>
  firstSteps({
    holds: (permission) => permissions.includes(permission),
    hasPage: () => true,
    counters: nothing,
    asksForUsageData: false,
    ...rest,
  })
const labels = (...given: Parameters<typeof walk>) => walk(...given).map(({ label }) => label)

describe('the first steps', () => {
  it('are five for admins, two of which are available at once', () => {
    expect(walk(admin).map(({ label, next }) => [label, next])).toEqual([
      ['Connect a data source', { page: '/data_sources/new' }],
      ['Create your first query', null],
      ['Create your first alert', null],
      ['Create your first dashboard', null],
      ['Invite your team members', { page: '/users/new' }],
    ])
  })

  it('tell members to ask an admin for the data source, and only let admins invite', () => {
    expect(labels(member)).toEqual([
      'Ask an account admin to connect a data source',
      'Create your first query',
      'Create your first alert',
      'Create your first dashboard',
    ])
    expect(walk(member)[0]?.next).toBeNull()
  })

  it('end with the question about usage data for admins, which does not keep the list open', () => {
    expect(walk(admin, { asksForUsageData: true }).at(-1)).toMatchObject({
      label: 'Decide about anonymous usage data',
      next: { page: '/settings/general', hash: 'usage-data' },
    })
    expect(labels(member, { asksForUsageData: true })).toHaveLength(4)
    expect(walk(admin, { asksForUsageData: true, counters: everything })).toEqual([])
  })

  it('become available one after the other', () => {
    const next = (counters: Partial<typeof nothing>) =>
      walk(admin, { counters: { ...nothing, ...counters } }).map((step) => step.next !== null)
    expect(next({ data_sources: 1 })).toEqual([true, true, false, false, true])
    expect(next({ data_sources: 1, queries: 1 })).toEqual([true, true, true, true, true])
  })

  it('omit missing pages and steps that the user may not take', () => {
    expect(labels(admin, { hasPage: (path) => path !== '/alerts/new' && path !== '/users/new' })).toEqual([
      'Connect a data source',
      'Create your first query',
      'Create your first dashboard',
    ])
    expect(labels(['view_query', 'list_dashboards'])).toEqual([
      'Ask an account admin to connect a data source',
    ])
  })

  it('are done with one of each object, and a second user', () => {
    const done = (counters: Partial<typeof nothing>) =>
      walk(admin, { counters: { ...everything, ...counters } }).map(({ isDone }) => isDone)
    expect(done({})).toEqual([])
    expect(done({ users: 1 })).toEqual([true, true, true, true, false])
    expect(done({ alerts: 0 })).toEqual([true, true, false, true, true])
    // steps that cannot be shown do not keep the list open
    expect(
      walk(admin, { counters: { ...everything, alerts: 0 }, hasPage: (path) => path !== '/alerts/new' }),
    ).toEqual([])
  })
})
