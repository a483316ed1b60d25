import type { Query } from '#shared/queries/queries-api.ts'

/** A query that takes any text may be on public dashboards, whose visitors no longer get its results: says which. */
export function tellIfUnsafe({ id, is_safe }: Pick<Query, 'id' | 'is_safe'>): void {
  if (is_safe) return
  void import('#web/dashboards/tell-unsafe-shares.ts').then(({ tellUnsafeShares }) => tellUnsafeShares(id))
}
