import type { Grantees } from '#shared/permissions/access-grants-api.ts'

/** Who else may change an object, and how that is changed: the calls of a query or a dashboard. */
export interface GrantsOf {
  /** of the cached list; different for every object */
  key: readonly (string | number)[]
  list(signal: AbortSignal): Promise<Grantees>
  grant(userId: number): Promise<unknown>
  revoke(userId: number): Promise<unknown>
}
