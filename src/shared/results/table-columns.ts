/**
 * The columns of a result as texts of Query Results name them (docs/reference/connectors.md#query-results): each of
 * `: . "` and white space becomes `_`. Case does not count there, so a name that is taken gets a number.
 */
export function tableColumnNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  /** the numbers tried so far, by the name without its number: thousands may have the same one */
  const counters = new Map<string, number>()
  return names.map((name) => {
    const base = name.replace(/[:."\s\0]/g, '_') || '_'
    const key = base.toLowerCase()
    let count = counters.get(key) ?? 0
    let own = count === 0 ? base : `${base}${count}`
    while (taken.has(own.toLowerCase())) own = `${base}${++count}`
    counters.set(key, count)
    taken.add(own.toLowerCase())
    return own
  })
}
