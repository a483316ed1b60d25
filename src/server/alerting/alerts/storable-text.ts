/** PostgreSQL stores neither NUL nor halves of pairs of surrogates; databases that are read may hold both. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** A copy in which every text can be stored. */
export function storableCopy<T>(value: T): T {
  const json = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? storableText(part) : part,
  )
  return JSON.parse(json) as T
}
