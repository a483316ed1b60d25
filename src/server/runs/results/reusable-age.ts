import type { Config } from '#server/kernel/index.ts'

/** -1 asks for a stored result of any age; the operator may set what that means (docs/reference/api-results.md#reuse). */
export function reusableAge(
  { resultReuseSeconds }: Pick<Config, 'resultReuseSeconds'>,
  maxAge: number | null | undefined,
): number {
  const asked = maxAge ?? -1
  return asked < 0 && resultReuseSeconds > 0 ? resultReuseSeconds : asked
}
