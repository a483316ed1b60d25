import { refuse } from '#shared/errors/refusal.ts'
import { type Page, readPage } from '#shared/http/paging.ts'
import { phrase } from '#shared/messages/phrase.ts'

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

/** The requested page of a list, and its rows as limit and offset. Throws request.invalid. */
export function requirePage(query: Parameters<typeof readPage>[0]): Page & { limit: number; offset: number } {
  const read = readPage(query)
  if (!read.ok) throw refuse('request.invalid', { reason: read.reason })
  const { page, page_size } = read.page
  return { page, page_size, limit: page_size, offset: (page - 1) * page_size }
}

/** The envelope of a page (docs/reference/api-conventions.md#paging). Throws not_found and request.invalid for a page that does not exist. */
export function pageReply<T>(
  { page, page_size }: Page,
  count: number,
  results: T[],
): Page & { count: number; results: T[] } {
  if (results.length === 0 && page > 1) {
    if (count === 0) throw refuse('not_found')
    throw refuse('request.invalid', { reason: phrase('Page is out of range.') })
  }
  return { count, page, page_size, results }
}
