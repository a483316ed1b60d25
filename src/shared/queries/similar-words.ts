/** Shorter ones have too few letters to be similar to anything. */
const shortest = 3
const maxWords = 6

/**
 * The words of a search that found nothing, to look for names like them; none for phrases, groups and exclusions, which
 * say precisely what is wanted.
 */
export function similarWords(term: string): string[] {
  if (/["()]|(^|\s)-/.test(term)) return []
  const words = term.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)].filter((word) => [...word].length >= shortest).slice(0, maxWords)
}
