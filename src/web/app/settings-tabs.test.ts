import { expect, it } from 'vitest'
import { tabOf } from '../ui/tab-of.ts'
import { settingsTabsFor } from './settings-tabs.ts'

const userWith = (...permissions: string[]) => ({
  ...{ id: 1, name: 'Ada', email: 'ada@example.com', profile_image_url: '', groups: [] },
  permissions,
})
const everything = settingsTabsFor(userWith('admin', 'list_users', 'create_query'))

it('are in their fixed order, for users with the permission', () => {
  expect(everything.map(({ label }) => label)).toEqual([
    ...['Data Sources', 'Users', 'Groups', 'Alert Destinations', 'Query Snippets', 'General'],
    ...['Git Sync', 'Account', 'Audit Log'],
  ])
  const labels = (...permissions: string[]) =>
    settingsTabsFor(userWith(...permissions)).map(({ label }) => label)
  expect(labels()).toEqual(['Account'])
  expect(labels('list_users')).toEqual(['Users', 'Groups', 'Account'])
})

it.each([
  ['/users', '/users'],
  ['/users/new', '/users'],
  ['/users/12', '/users'],
  ['/users/me', '/users/me'],
  ['/groups/3/data_sources', '/groups'],
  ['/settings/general', '/settings/general'],
  ['/usersx', undefined],
  ['/', undefined],
])('%s is under %s', (pathname, to) => {
  expect(tabOf(everything, pathname)?.to).toBe(to)
})
