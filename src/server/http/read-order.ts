/**
 * The order that a list is asked for: one of those it knows, with a leading `-` for descending. Null for none, and for
 * one that it does not know (docs/reference/api-conventions.md#order).
 */
export function readOrder<O extends string>(
  given: string | undefined,
  orders: readonly O[],
): { order: O; descending: boolean } | null {
  const wanted = given?.replace(/^-/, '')
  const order = orders.find((known) => known === wanted)
  return order === undefined ? null : { order, descending: given?.startsWith('-') === true }
}
