/** The own fields of a stored value; empty if it is not an object. Inherited names such as `constructor` are absent. */
export function storedFields(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return dictionary([])
  return dictionary(Object.entries(value))
}

/** An object with these entries and no prototype, so any text is a safe key, even `__proto__`. */
export function dictionary<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const fields: Record<string, T> = Object.create(null)
  for (const [key, value] of entries) fields[key] = value
  return fields
}

/** The distinct strings of a stored list. */
export function storedTexts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  return [...new Set(list.filter((item) => typeof item === 'string'))]
}
