import type { VisualizationData } from '../../visualization.ts'

/** Builds a result for tests from columns and rows of cells. */
export function resultOf(
  columns: readonly (readonly [name: string, type: string | null])[],
  rows: readonly (readonly unknown[])[] = [],
): VisualizationData {
  return {
    columns: columns.map(([name, type]) => ({ name, friendly_name: name, type })),
    rows: rows.map((cells) =>
      Object.fromEntries(cells.map((cell, index) => [columns[index]?.[0] ?? '', cell])),
    ),
  }
}
