/**
 * Duplicate names get a counter, starting at 1 and skipping names already used: `name, name, name` becomes `name,
 * name1, name2` (docs/reference/connectors.md#column-names). The first one keeps its name.
 */
export function uniqueColumnNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  const counters = new Map<string, number>()
  return names.map((name) => {
    let unique = name
    let counter = counters.get(name) ?? 0
    while (used.has(unique)) unique = `${name}${++counter}`
    counters.set(name, counter)
    used.add(unique)
    return unique
  })
}
