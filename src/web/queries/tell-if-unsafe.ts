import type { Query } from '#shared/queries/queries-api.ts'

/** Public dashboards no longer show the results of a query that takes any text: names those that contain it. */
export function warnIfUnsafe({ id, is_safe }: Pick<Query, 'id' | 'is_safe'>): void {
  if (is_safe) return
  void import('#web/dashboards/tell-unsafe-shares.ts').then(({ tellUnsafeShares }) => tellUnsafeShares(id))
}
