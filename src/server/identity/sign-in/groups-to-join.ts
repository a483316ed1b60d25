import type { GroupFacts } from './identity-store.ts'

/**
 * Ids of the groups of somebody whose provider tells his groups: those of the same name, and always `default`. Groups
 * that make admins are given and taken only where the operator wants that (`namesAdmins`): a group that is called
 * "admin" elsewhere means something else. `keepsAdmin`: he stays in those that he is in, whatever the provider says.
 */
export function groupsToJoin(
  groups: readonly GroupFacts[],
  names: readonly string[],
  namesAdmins: boolean,
  keepsAdmin: boolean,
): number[] {
  const isWanted = (group: GroupFacts) => {
    if (group.type === 'builtin' && group.name === 'default') return true
    if (!makesAdmins(group)) return names.includes(group.name)
    if (group.is_member && (keepsAdmin || !namesAdmins)) return true
    return namesAdmins && names.includes(group.name)
  }
  return groups.filter(isWanted).map((group) => group.id)
}

function makesAdmins({ permissions }: GroupFacts): boolean {
  return permissions.includes('admin') || permissions.includes('super_admin')
}
