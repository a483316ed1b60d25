import { listOf, positiveInteger, textOf } from '#web/app/search-params.ts'

export const orderKeys = [
  'starred_at',
  'name',
  'created_by',
  'created_at',
  'runtime',
  'executed_at',
  'schedule',
] as const
export type OrderKey = (typeof orderKeys)[number]

export interface ListState {
  q: string
  tags: string[]
  /** `name`, `-name` …; null: the server's own order */
  order: string | null
  page: number
  pageSize: number
}

const largestPage = 250

/** The state of the list out of the address; what is not valid falls back (part 2, section 5). */
export function readListState(search: Record<string, unknown>, defaultPageSize: number): ListState {
  const order = textOf(search.order)
  const pageSize = positiveInteger(search.page_size, defaultPageSize)
  return {
    q: textOf(search.q) ?? '',
    tags: listOf(search.tags),
    order: order !== undefined && isOrder(order) ? order : null,
    page: positiveInteger(search.page, 1),
    pageSize: pageSize > largestPage ? defaultPageSize : pageSize,
  }
}

/** The address of a state; what is as usual is left out. */
export function writeListState(
  { q, tags, order, page, pageSize }: ListState,
  defaultPageSize: number,
): Record<string, string | string[]> {
  return {
    ...(q === '' ? {} : { q }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(order === null ? {} : { order }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...(pageSize === defaultPageSize ? {} : { page_size: String(pageSize) }),
  }
}

function isOrder(order: string): boolean {
  const key = order.startsWith('-') ? order.slice(1) : order
  return orderKeys.some((known) => known === key)
}

/** Click on a header: names and intervals start ascending, dates and runtimes descending; a second click turns around. */
export function nextOrder(current: string | null, key: OrderKey): string {
  if (current === key) return `-${key}`
  if (current === `-${key}`) return key
  return key === 'name' || key === 'created_by' || key === 'schedule' ? key : `-${key}`
}
