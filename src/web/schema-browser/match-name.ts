/**
 * How well a name fits the typed letters, both in lower case: 0 it begins with them (after its schema), 1 one of its
 * words does, 2 it contains them, null it does not.
 */
export function matchOf(lower: string, prefix: string): 0 | 1 | 2 | null {
  if (lower.startsWith(prefix)) return 0
  const at = lower.indexOf(prefix)
  if (at < 0) return null
  if (lower.includes(`.${prefix}`)) return 0
  return lower.includes(`_${prefix}`) || lower.includes(` ${prefix}`) ? 1 : 2
}
