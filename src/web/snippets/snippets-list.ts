import type { Snippet } from '#shared/snippets/snippets-api.ts'
import { type Paging, readPaging, textOf, writePaging } from '#web/ui/search-params.ts'

const orderKeys = ['trigger', 'description', 'created_by', 'created_at'] as const
export type SnippetOrderKey = (typeof orderKeys)[number]

/** undefined: not a column that can order the list */
export function orderKeyOf(text: string): SnippetOrderKey | undefined {
  return orderKeys.find((key) => key === text)
}

export interface SnippetsListState extends Paging {
  order: SnippetOrderKey
  isDescending: boolean
}

/** See docs/reference/screens-administration.md#short-lists. */
const defaultPageSize = 10

/** Reads the state of the list from the address; invalid values fall back to the defaults. */
export function readSnippetsList(search: Readonly<Record<string, unknown>>): SnippetsListState {
  const order = textOf(search.order) ?? ''
  const key = orderKeyOf(order.replace(/^-/, ''))
  return {
    order: key ?? 'trigger',
    isDescending: key !== undefined && order.startsWith('-'),
    ...readPaging(search, defaultPageSize),
  }
}

/** The address of a state; defaults are omitted. */
export function writeSnippetsList({ order, isDescending, ...paging }: SnippetsListState) {
  return {
    ...(order === 'trigger' && !isDescending ? {} : { order: isDescending ? `-${order}` : order }),
    ...writePaging(paging, defaultPageSize),
  }
}

/** Click on a header: texts start ascending, dates descending; a second click reverses. */
export function orderedBy(state: SnippetsListState, key: SnippetOrderKey): SnippetsListState {
  const isDescending = state.order === key ? !state.isDescending : key === 'created_at'
  return { ...state, order: key, isDescending, page: 1 }
}

/** The rows of the state's page; a page that does not exist shows the last one. */
export function snippetsOfPage(
  snippets: readonly Snippet[],
  state: SnippetsListState,
): { rows: readonly Snippet[]; page: number } {
  const { order, isDescending, pageSize } = state
  const sorted = [...snippets].sort(
    (a, b) =>
      compareTexts(textFor(a, order), textFor(b, order)) * (isDescending ? -1 : 1) ||
      compareTexts(a.trigger, b.trigger),
  )
  const page = Math.max(1, Math.min(state.page, Math.ceil(sorted.length / pageSize)))
  return { rows: sorted.slice((page - 1) * pageSize, page * pageSize), page }
}

function textFor(snippet: Snippet, key: SnippetOrderKey): string {
  return key === 'created_by' ? snippet.user.name : snippet[key]
}

const { compare: compareTexts } = new Intl.Collator(undefined, { numeric: true })
