/** Amounts are clamped to this, so that sums stay finite. */
const largest = 1e200

/**
 * The amount of a cell in flows and sequences (docs/reference/other-visualizations.md#sankey,
 * docs/reference/other-visualizations.md#sunburst): the integer part of a number, or of the number at the start of a
 * text; null without a number.
 */
export function wholePart(cell: unknown): number | null {
  const number =
    typeof cell === 'number' ? cell : typeof cell === 'string' ? Number.parseFloat(cell) : Number.NaN
  if (Number.isNaN(number)) return null
  // + 0: a part of -0.5 is 0, not -0
  return Math.trunc(Math.max(-largest, Math.min(largest, number))) + 0
}
