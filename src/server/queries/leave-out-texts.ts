/**
 * Max size of the query texts in one reply. A text may have a million characters, a page of a list 250 queries, and a
 * dashboard repeats the text of a query in each of its widgets.
 */
export const maxTexts = 16_000_000
/** Shorter texts are never left out: 500 of them stay below the limit. */
export const shortText = 32_000

interface Texted {
  query: string
  options: Record<string, unknown>
  is_text_left_out?: true
}

/** The queries without their long texts if the texts of all copies together exceed the limit. `ids`: of each copy. */
export function leaveOutTexts<Q extends Texted>(
  queries: ReadonlyMap<number, Q>,
  ids: readonly number[],
): ReadonlyMap<number, Q> {
  const size = ids.reduce((sum, id) => sum + (queries.get(id)?.query.length ?? 0), 0)
  if (size <= maxTexts) return queries
  return new Map([...queries].map(([id, query]) => [id, isLong(query) ? withoutText(query) : query]))
}

function isLong({ query }: Texted): boolean {
  return query.length > shortText
}

function withoutText<Q extends Texted>(query: Q): Q {
  return { ...query, query: '', is_text_left_out: true }
}

/**
 * The queries without their large options if those of all copies together exceed the limit, for lists that do not need
 * them. `ids`: of each copy.
 */
export function leaveOutOptions<Q extends Texted>(
  queries: ReadonlyMap<number, Q>,
  ids: readonly number[],
): ReadonlyMap<number, Q> {
  const sizes = new Map([...queries].map(([id, { options }]) => [id, JSON.stringify(options).length]))
  const size = ids.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0)
  if (size <= maxTexts) return queries
  const isLarge = (id: number) => (sizes.get(id) ?? 0) > shortText / 10
  return new Map([...queries].map(([id, query]) => [id, isLarge(id) ? { ...query, options: {} } : query]))
}
