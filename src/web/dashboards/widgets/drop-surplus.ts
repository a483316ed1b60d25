import { type Entry, isShown, type PageResults } from './page-results.ts'

/** Maximum cells of all kept results: a few hundred MB. */
const maxCells = 4_000_000
/** Maximum kept results that no widget currently uses. */
const maxUnwanted = 40

/**
 * Limits the memory of a long dashboard: drops results out of sight, least recently seen first. They are read again by
 * id when their widgets come near.
 */
export function dropSurplus(page: PageResults, limits = { maxCells, maxUnwanted }): void {
  const kept = [...page.entries.values()].filter(({ result }) => result !== null)
  const wanted = new Set(page.wanted.map(({ widgetId }) => page.keys.get(widgetId)))
  const isWanted = ({ key }: Entry) => wanted.has(key)
  const oldest = kept.toSorted((a, b) => Number(isWanted(a)) - Number(isWanted(b)) || a.seen - b.seen)
  let cells = kept.reduce((sum, entry) => sum + cellsOf(entry), 0)
  let unwanted = kept.filter((entry) => !isWanted(entry)).length
  for (const entry of oldest) {
    const isLeft = !isWanted(entry)
    const isTooMuch = cells > limits.maxCells || (isLeft && unwanted > limits.maxUnwanted)
    if (!isTooMuch || (!isLeft && !mayDrop(page, entry))) continue
    cells -= cellsOf(entry)
    if (isLeft) {
      unwanted--
      page.entries.delete(entry.key)
    } else {
      entry.result = null
      entry.work = { kind: 'told' }
    }
  }
}

function mayDrop(page: PageResults, entry: Entry): boolean {
  return !page.loadsAll && entry.work === null && entry.error === null && !isShown(page, entry)
}

function cellsOf({ result }: Entry): number {
  return result === null ? 0 : result.data.rows.length * result.data.columns.length
}
