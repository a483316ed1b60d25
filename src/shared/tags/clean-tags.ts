/** Trimmed, without empty ones, each once, in the order they were given (part 1 section 5). */
export function cleanTags(tags: readonly (string | null)[] | null | undefined): string[] {
  const trimmed = (tags ?? []).map((tag) => tag?.trim() ?? '').filter((tag) => tag !== '')
  return [...new Set(trimmed)]
}
