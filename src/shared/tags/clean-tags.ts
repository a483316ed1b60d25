/** Trimmed, without empty ones, each once, in the order they were given (docs/reference/screens.md#inline-editing). */
export function cleanTags(tags: readonly (string | null)[] | null | undefined): string[] {
  const trimmed = (tags ?? []).map((tag) => tag?.trim() ?? '').filter((tag) => tag !== '')
  return [...new Set(trimmed)]
}
