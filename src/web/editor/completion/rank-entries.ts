import { matchOf } from '#web/schema-browser/match-name.ts'

/** What a list is made of, before it is known which entries fit the typed letters. */
export interface Ranked {
  label: string
  /** lower ranks come first: names of the statement, the schema, functions, keywords */
  rank: number
}

/** Ranks of entries that are no names of the schema (`complete-names.ts`), which come before them. */
export const ranks = { snippet: 6, function: 7, keyword: 8 } as const

const maxEntries = 300

/** Names may fit anywhere, functions by one of their words, keywords only from their start. */
function worstMatch(rank: number): number {
  if (rank >= ranks.keyword) return 0
  return rank === ranks.function ? 1 : 2
}

/**
 * The entries that fit, best first: those that begin with the letters, then by rank, then by use; what is alike keeps
 * its order.
 */
export function rankEntries<T extends Ranked>(
  entries: readonly T[],
  prefix: string,
  weightOf: (label: string) => number,
): T[] {
  const lower = prefix.toLowerCase()
  return entries
    .flatMap((entry, order) => {
      const match = matchOf(entry.label.toLowerCase(), lower)
      if (match === null || match > worstMatch(entry.rank)) return []
      // keywords begin with the letters too, but are seldom meant where names fit
      const level = entry.rank === ranks.keyword ? 1 : match
      return [{ entry, order, match: level, use: weightOf(entry.label) }]
    })
    .sort(
      (one, other) =>
        one.match - other.match ||
        one.entry.rank - other.entry.rank ||
        other.use - one.use ||
        one.order - other.order,
    )
    .slice(0, maxEntries)
    .map(({ entry }) => entry)
}

/** Names that stand elsewhere in the query come before names that were chosen in others. */
const inQuery = 1000

export function countUses(text: string, word: string, chosen: ReadonlyMap<string, number>) {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}_$]+/u)
  const here = new Map<string, number>()
  for (const one of words) here.set(one, (here.get(one) ?? 0) + 1)
  const own = word.toLowerCase()
  here.set(own, (here.get(own) ?? 0) - 1)
  return (label: string): number => {
    const last = label.slice(label.lastIndexOf('.') + 1).toLowerCase()
    return ((here.get(last) ?? 0) > 0 ? inQuery : 0) + (chosen.get(label) ?? 0)
  }
}
