import type { Config } from '#server/kernel/index.ts'

/** -1 accepts a stored result of any age; the operator may limit that age (docs/reference/api-results.md#reuse). */
export function reusableAge(
  { resultReuseSeconds }: Pick<Config, 'resultReuseSeconds'>,
  maxAge: number | null | undefined,
): number {
  const asked = maxAge ?? -1
  return asked < 0 && resultReuseSeconds > 0 ? resultReuseSeconds : asked
}
