import { listOf, type Paging, readPaging, textOf, writePaging } from '#web/ui/search-params.ts'

export interface ListState extends Paging {
  q: string
  tags: string[]
  /** ids, in lists that can be narrowed down by them */
  author?: string
  source?: string
  /** `name`, `-name` …; null: the server's own order */
  order: string | null
}

/** See docs/reference/screens.md#lists. */
const defaultOrder = '-created_at'

/**
 * Reads the state of the list from the address; invalid values fall back
 * (docs/reference/screens-administration.md#short-lists).
 */
export function readListState(
  search: Record<string, unknown>,
  defaultPageSize: number,
  orderKeys: readonly string[],
): ListState {
  const order = textOf(search.order)
  const author = textOf(search.author)
  const source = textOf(search.source)
  return {
    ...(author === undefined || author === '' ? {} : { author }),
    ...(source === undefined || source === '' ? {} : { source }),
    q: textOf(search.q) ?? '',
    tags: listOf(search.tags),
    order: order !== undefined && isOrder(order, orderKeys) ? order : null,
    ...readPaging(search, defaultPageSize),
  }
}

/** The address of a state; defaults are omitted. */
export function writeListState(
  { q, tags, author, source, order, ...paging }: ListState,
  defaultPageSize: number,
): Record<string, string | string[]> {
  return {
    ...(q === '' ? {} : { q }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(author === undefined ? {} : { author }),
    ...(source === undefined ? {} : { source }),
    ...(order === null ? {} : { order }),
    ...writePaging(paging, defaultPageSize),
  }
}

/** The visible order of the list; null for a search that the server ranks, until an order is chosen. */
export function shownOrder({ q, order }: Pick<ListState, 'q' | 'order'>, isRanked: boolean): string | null {
  return order ?? (isRanked && q !== '' ? null : defaultOrder)
}

/** The query of the request for a list. */
export function requestOfState(state: ListState, isRanked: boolean) {
  const { q, tags, author, source, page, pageSize } = state
  return {
    page: String(page),
    page_size: String(pageSize),
    order: shownOrder(state, isRanked) ?? undefined,
    q: q === '' ? undefined : q,
    tags: tags.length === 0 ? undefined : tags,
    ...(author === undefined ? {} : { author }),
    ...(source === undefined ? {} : { data_source: source }),
  }
}

/** Whether the list shows less than all it has. */
export function isNarrowed({ q, tags, author, source }: ListState): boolean {
  return q !== '' || tags.length > 0 || author !== undefined || source !== undefined
}

/** Without what narrows it down. */
export function widened({ author: _author, source: _source, ...state }: ListState): ListState {
  return { ...state, q: '', tags: [], page: 1 }
}

function isOrder(order: string, orderKeys: readonly string[]): boolean {
  return orderKeys.includes(order.startsWith('-') ? order.slice(1) : order)
}

const ascendingFirst = ['name', 'created_by', 'schedule']

/** Click on a header: names and intervals start ascending, dates and runtimes descending; a second click reverses. */
export function nextOrder(current: string | null, key: string): string {
  if (current === key) return `-${key}`
  if (current === `-${key}`) return key
  return ascendingFirst.includes(key) ? key : `-${key}`
}
