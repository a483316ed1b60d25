import { filterKind } from './filters.ts'

/** Quoted names, which may contain spaces, and words. */
const namesOfText = /"([^"\n]+)"|`([^`\n]+)`|\[([^[\]\n]+)\]|[\p{L}\d_$:-]+/gu

/** Names of filter columns that a query's text mentions; without a result this is all that is known of them. */
function filterNamesOf(text: string): string[] {
  const names = [...text.matchAll(namesOfText)].map(([all, ...quoted]) => quoted.find(Boolean) ?? all)
  return [...new Set(names.filter((name) => filterKind(name) !== undefined))]
}

/** All columns of a table, or a language in which a query need not name the columns that it returns. */
const returnsUnnamed = (text: string) =>
  !/\bselect\b/i.test(text) || /(?:\bselect\s+(?:distinct\s+|all\s+)?|[,.]\s*)\*/i.test(text)

/** The same of all texts; null: none mentions any, but their results may have filter columns all the same. */
export function filterNamesOfAll(texts: readonly string[]): readonly string[] | null {
  const names = texts.flatMap(filterNamesOf)
  return names.length === 0 && texts.some(returnsUnnamed) ? null : names
}
