/** Max length of a query's name, in characters as the database counts them. */
const maxNameLength = 255

/** Name of a copy (docs/reference/api-queries.md#fork), cut to the max length without splitting a character. */
export function forkName(original: { id: number; name: string }, longest = maxNameLength): string {
  return Array.from(`Copy of (#${original.id}) ${original.name}`).slice(0, longest).join('')
}
