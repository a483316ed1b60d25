import type { Grantees } from '#shared/permissions/access-grants-api.ts'

/** Reads and changes who else may modify an object: the calls of a query or a dashboard. */
export interface GrantsOf {
  /** of the cached list; unique per object */
  key: readonly (string | number)[]
  list(signal: AbortSignal): Promise<Grantees>
  grant(userId: number): Promise<unknown>
  revoke(userId: number): Promise<unknown>
}

interface Grant {
  access_type: string
  user_id: number
}

/** Grants to modify an object, with the calls of its kind. */
export function modifyGrants(
  key: GrantsOf['key'],
  calls: {
    list: GrantsOf['list']
    grant(body: Grant): Promise<unknown>
    revoke(body: Grant): Promise<unknown>
  },
): GrantsOf {
  const body = (user_id: number): Grant => ({ access_type: 'modify', user_id })
  return {
    key,
    list: calls.list,
    grant: (userId) => calls.grant(body(userId)),
    revoke: (userId) => calls.revoke(body(userId)),
  }
}
