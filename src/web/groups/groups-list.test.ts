import { expect, it } from 'vitest'
import type { Group } from '#shared/groups/groups-api.ts'
import { groupsOfPage } from './groups-list.ts'

const group = (id: number, name: string, created_at: string): Group => ({
  ...{ id, name, created_at, permissions: [], type: 'regular' },
})
const groups = [
  group(1, 'default', '2026-01-01T00:00:00Z'),
  group(2, 'Team 10', '2026-03-01T00:00:00Z'),
  group(3, 'Team 9', '2026-02-01T00:00:00Z'),
  group(4, 'Analysts', '2026-04-01T00:00:00Z'),
]
const named = (order: string | null, page = 1, pageSize = 10) => {
  const shown = groupsOfPage(groups, { order, page, pageSize })
  return [shown.page, shown.rows.map(({ id }) => id)]
}

it('is ordered by name, with numbers in numeric order, and by date on request', () => {
  expect(named(null)).toEqual([1, [4, 1, 3, 2]])
  expect(named('-name')).toEqual([1, [2, 3, 1, 4]])
  expect(named('created_at')).toEqual([1, [1, 3, 2, 4]])
  expect(named('-created_at')).toEqual([1, [4, 2, 3, 1]])
})

it('is paged; a page that does not exist shows the last one', () => {
  expect(named(null, 2, 3)).toEqual([2, [2]])
  expect(named(null, 9, 3)).toEqual([2, [2]])
  expect(groupsOfPage([], { order: null, page: 3, pageSize: 5 })).toEqual({ page: 1, rows: [] })
})
