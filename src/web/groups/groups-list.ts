import type { Group } from '#shared/groups/groups-api.ts'
import type { ListState } from '#web/lists/list-state.ts'

export const groupOrderKeys: readonly string[] = ['name', 'created_at']

/** See docs/reference/screens-administration.md#short-lists. */
export const groupsPageSize = 10

/**
 * The rows of the state's page, by name unless another order was chosen; a page that does not exist shows the last one.
 */
export function groupsOfPage(
  groups: readonly Group[],
  { order, page: asked, pageSize }: Pick<ListState, 'order' | 'page' | 'pageSize'>,
): { rows: readonly Group[]; page: number } {
  const wanted = order ?? 'name'
  const turn = wanted.startsWith('-') ? -1 : 1
  const byDate = wanted.endsWith('created_at')
  const sorted = [...groups].sort(
    (a, b) =>
      (byDate ? Date.parse(a.created_at) - Date.parse(b.created_at) : compare(a.name, b.name)) * turn ||
      a.id - b.id,
  )
  const page = Math.max(1, Math.min(asked, Math.ceil(sorted.length / pageSize)))
  return { rows: sorted.slice((page - 1) * pageSize, page * pageSize), page }
}

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
