import type { StoredParameter } from './detect-parameters.ts'

/** The parameters in the order of `names`. Those not in `names` (hidden ones) keep their positions. */
export function orderParameters(
  parameters: readonly StoredParameter[],
  names: readonly string[],
): StoredParameter[] {
  const named = parameters.filter(({ name }) => names.includes(name))
  const ordered = named.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  return parameters.map((one) => (names.includes(one.name) ? (ordered.shift() ?? one) : one))
}
