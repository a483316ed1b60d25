/** Trims tags and drops empty and duplicate ones, in the given order (docs/reference/screens.md#inline-editing). */
export function cleanTags(tags: readonly (string | null)[] | null | undefined): string[] {
  const trimmed = (tags ?? []).map((tag) => tag?.trim() ?? '').filter((tag) => tag !== '')
  return [...new Set(trimmed)]
}
