/** The fields of a stored value of any age; none when it is no object. Reading `constructor` and the like finds nothing. */
export function storedFields(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return dictionary([])
  return dictionary(Object.entries(value))
}

/** An object that holds these entries and inherits nothing: any text is a safe key, `__proto__` too. */
export function dictionary<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const fields: Record<string, T> = Object.create(null)
  for (const [key, value] of entries) fields[key] = value
  return fields
}

/** The texts of a stored list, each once. */
export function storedTexts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  return [...new Set(list.filter((item) => typeof item === 'string'))]
}
