import type { GroupFacts } from './identity-store.ts'

/**
 * Ids of a user's groups when the provider names them: those of the same names, and always `default`. Groups with
 * admin rights change only where the operator allows it (`namesAdmins`): a group called "admin" elsewhere means
 * something else. `keepsAdmin`: the user stays in their admin groups, whatever the provider says.
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
