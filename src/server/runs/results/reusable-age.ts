import type { Config } from '#server/kernel/index.ts'
import type { MaxAge } from '#shared/results/results-api.ts'

/** -1 accepts a stored result of any age; the operator may limit that age (docs/reference/api-results.md#reuse). */
export function reusableAge(
  { resultReuseSeconds }: Pick<Config, 'resultReuseSeconds'>,
  maxAge: MaxAge | undefined,
): number {
  const asked = Number(maxAge ?? -1)
  return asked < 0 && resultReuseSeconds > 0 ? resultReuseSeconds : asked
}
