/**
 * The requested order of a list: one of `orders`, with a leading `-` for descending. Null when none is given, and for
 * an unknown order (docs/reference/api-conventions.md#order).
 */
export function readOrder<O extends string>(
  given: string | undefined,
  orders: readonly O[],
): { order: O; descending: boolean } | null {
  const wanted = given?.replace(/^-/, '')
  const order = orders.find((known) => known === wanted)
  return order === undefined ? null : { order, descending: given?.startsWith('-') === true }
}
