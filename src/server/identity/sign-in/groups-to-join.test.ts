import { describe, expect, it } from 'vitest'
import { groupsToJoin } from './groups-to-join.ts'
import type { GroupFacts } from './identity-store.ts'

const groups: GroupFacts[] = [
  { id: 1, type: 'builtin', name: 'admin', permissions: ['admin', 'super_admin'], is_member: false },
  { id: 2, type: 'builtin', name: 'default', permissions: ['view_query'], is_member: false },
  { id: 3, type: 'regular', name: 'analysts', permissions: ['view_query'], is_member: true },
  { id: 4, type: 'regular', name: 'admin', permissions: ['view_query'], is_member: false },
  { id: 5, type: 'regular', name: 'Analysts', permissions: ['view_query'], is_member: false },
]
const asAdmin = groups.map((group) => (group.id === 1 ? { ...group, is_member: true } : group))

describe('groupsToJoin', () => {
  it('picks the groups of the same names, and always default', () => {
    expect(groupsToJoin(groups, ['analysts', 'nothing here'], false, false)).toEqual([2, 3])
    expect(groupsToJoin(groups, [], false, false)).toEqual([2])
  })

  it('keeps admin groups unchanged unless providers may name admins', () => {
    expect(groupsToJoin(groups, ['admin'], false, false)).toEqual([2, 4])
    expect(groupsToJoin(asAdmin, [], false, false)).toEqual([1, 2])
    expect(groupsToJoin(groups, ['admin'], true, false)).toEqual([1, 2, 4])
    expect(groupsToJoin(asAdmin, ['analysts'], true, false)).toEqual([2, 3])
  })

  it('keeps the last admin', () => {
    expect(groupsToJoin(asAdmin, [], true, true)).toEqual([1, 2])
  })
})
