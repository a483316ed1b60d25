/** A name that the database offers in its error, and where it goes in the text. */
export interface ErrorFix {
  from: number
  to: number
  /** the name that the database does not know */
  wrong: string
  /** what it offers instead, without quotes of the dialect */
  right: string
}

/** How databases begin the sentence that offers other names. */
const offers: readonly RegExp[] = [
  /Perhaps you meant to reference the (?:column|table alias|table) (.+)/i,
  /Did you mean:? (.+)/i,
  /Maybe you (?:meant|mean):? (.+)/i,
  /Candidate bindings: (.+)/i,
]

/** How databases name what they do not know. */
const unknowns: readonly RegExp[] = [
  /column "?([^"\n]+?)"? (?:does not exist|not found)/i,
  /entry for table "([^"\n]+)"/i,
  /with name "?([^"\s]+)"? does not exist/i,
  /Unrecognized name: ([^\s;]+)/i,
  /(?:Unknown|Missing) (?:\w+ ){0,3}(?:identifier|columns?|table|function)[: ]+[`'"]?([\w.]+)/i,
  /does not have a column named "([^"\n]+)"/i,
]

const maxFixes = 3

/**
 * What the hint of a database's error would change in the text (`HINT: Perhaps you meant to reference the column
 * "flights.origin"`). `at`: the offset of the error in the text, if it is known. Empty if the name is not in the text.
 */
export function errorFixes(error: string, text: string, at: number | null): ErrorFix[] {
  const wrong = unknowns.map((pattern) => pattern.exec(error)?.[1]).find((found) => found !== undefined)
  const offered = offers.map((pattern) => pattern.exec(error)?.[1]).find((found) => found !== undefined)
  if (wrong === undefined || offered === undefined) return []
  const place = placeOf(wrong, text, at)
  if (place === null) return []
  return closest(wrong, namesOffered(offered))
    .filter((right) => right !== text.slice(place.from, place.to))
    .slice(0, maxFixes)
    .map((right) => ({ ...place, wrong, right }))
}

/** Letters that differ in a slip of the fingers. */
const slip = 2

/** Names that differ by a slip, if there are any: the others were meant by nobody. Databases offer what there is. */
function closest(wrong: string, names: readonly string[]): readonly string[] {
  const near = names.filter((name) => wrong.length > slip && lettersChanged(wrong, name) <= slip)
  return near.length > 0 ? near : names
}

/** Letters to insert, remove or replace until one name is the other, whatever their case. */
function lettersChanged(one: string, other: string): number {
  let costs = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of [...one.toLowerCase()].entries()) {
    const next = [row + 1]
    for (const [at, its] of [...other.toLowerCase()].entries()) {
      const replaced = (costs[at] ?? 0) + (letter === its ? 0 : 1)
      next.push(Math.min(replaced, (costs[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    costs = next
  }
  return costs.at(-1) ?? 0
}

/** `"a" or the column "b"`, `['a','b']`, `origin? at [1:8]` */
function namesOffered(offered: string): string[] {
  const quoted = [...offered.matchAll(/"([^"]+)"|'([^']+)'|`([^`]+)`/g)].map(
    ([, double, single, back]) => double ?? single ?? back ?? '',
  )
  const names = quoted.length > 0 ? quoted : [/^[\w.$]+/.exec(offered)?.[0] ?? '']
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The name where the error is, otherwise its first place in the text. */
function placeOf(name: string, text: string, at: number | null): { from: number; to: number } | null {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_$.])${spelled(name)}(?![\\p{L}\\p{N}_$])`, 'giu')
  const found = [...text.matchAll(pattern)].map(({ index, 0: words }) => ({
    from: index,
    to: index + words.length,
  }))
  return found.find(({ from, to }) => at !== null && from <= at && at <= to) ?? found[0] ?? null
}

/** Each part of a dotted name with or without quotes. */
function spelled(name: string): string {
  return name
    .split('.')
    .map((part) => `["\`\\[]?${part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}["\`\\]]?`)
    .join('\\.')
}
