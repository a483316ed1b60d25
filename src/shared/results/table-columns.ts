/**
 * The columns of a result as texts of Query Results name them (docs/reference/connectors.md#query-results): each of
 * `: . "` and white space becomes `_`. Case does not count there, so a name that is taken gets a number.
 */
export function tableColumnNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const base = name.replace(/[:."\s\0]/g, '_') || '_'
    let own = base
    for (let count = 1; taken.has(own.toLowerCase()); count++) own = `${base}${count}`
    taken.add(own.toLowerCase())
    return own
  })
}
