import type { Permission } from './permission.ts'

/**
 * What an API key may be used for. `read`: content and stored results, which every key may read. `run`: runs of queries and
 * texts. `edit`: changes of content. `admin`: everything that its user may do with a key.
 */
export const keyScopes = ['read', 'run', 'edit', 'admin'] as const

export type KeyScope = (typeof keyScopes)[number]

/** What an API key may do less than its user. */
export interface KeyLimits {
  scopes: readonly KeyScope[]
  /** null: all data sources of the user */
  data_source_ids: readonly number[] | null
}

export function hasScope({ scopes }: Pick<KeyLimits, 'scopes'>, needed: KeyScope): boolean {
  return needed === 'read' || scopes.includes(needed) || scopes.includes('admin')
}

/** Without the scope `admin`, an admin's key has the rights of an ordinary member of the admin's groups. */
export function permissionsOfKey(limits: KeyLimits, permissions: readonly Permission[]): Permission[] {
  if (hasScope(limits, 'admin')) return [...permissions]
  return permissions.filter((permission) => permission !== 'admin' && permission !== 'super_admin')
}

interface ScopedRoute {
  method: string
  access: 'anyone' | 'signed-in' | readonly Permission[]
  scope?: KeyScope
}

/** The scope that a call of this endpoint needs: the declared one, else by who may call it and by its method. */
export function scopeOf({ method, access, scope }: ScopedRoute): KeyScope {
  if (scope !== undefined) return scope
  const isForAdmins =
    Array.isArray(access) && access.some((each) => each === 'admin' || each === 'super_admin')
  if (isForAdmins) return 'admin'
  return method === 'GET' ? 'read' : 'edit'
}
