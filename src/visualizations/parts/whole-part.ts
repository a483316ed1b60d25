/** Larger amounts count as this one, so that sums stay numbers. */
const largest = 1e200

/**
 * What a cell counts in flows and sequences (docs/reference/other-visualizations.md#sankey,
 * docs/reference/other-visualizations.md#sunburst): the whole part of the number that its text starts with; null when
 * it starts with none.
 */
export function wholePart(cell: unknown): number | null {
  const number =
    typeof cell === 'number' ? cell : typeof cell === 'string' ? Number.parseFloat(cell) : Number.NaN
  if (Number.isNaN(number)) return null
  // + 0: a part of -0.5 is 0, not -0
  return Math.trunc(Math.max(-largest, Math.min(largest, number))) + 0
}
