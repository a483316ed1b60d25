/** One condition on a row (docs/reference/api-conventions.md#multi-byte-search). */
export type SearchPart =
  | { field: 'name' | 'query' | 'description' | 'name_or_description'; pattern: string }
  | { field: 'id'; id: number }

/** Further parts are ignored: each one is compared with every query. */
const maxParts = 20
const maxId = 2_147_483_647

/**
 * Reads a term of the multi-byte mode: `[field:]word` or `[field:]"several words"`. All must match, each as a
 * case-insensitive part of its column. An unknown field counts as text. `%` and `_` are wildcards of LIKE; a backslash
 * is a backslash.
 */
export function readSearchParts(term: string): SearchPart[] {
  const parts: SearchPart[] = []
  for (const [, field, quoted, word] of term.matchAll(/(?:(\w+):)?(?:"([^"]*)"?|([^\s"]+))/gu)) {
    const text = quoted ?? word ?? ''
    if (text.trim() === '') continue
    parts.push(readPart(field, text))
    if (parts.length === maxParts) break
  }
  return parts
}

function readPart(field: string | undefined, text: string): SearchPart {
  if (field === 'id' && /^\d+$/u.test(text)) {
    // no query has an id this large, nor 0
    return { field, id: Number(text) > maxId ? 0 : Number(text) }
  }
  const pattern = `%${text.replaceAll('\\', '\\\\')}%`
  if (field === 'name' || field === 'query' || field === 'description') return { field, pattern }
  return { field: 'name_or_description', pattern }
}
