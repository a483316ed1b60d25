/** Stored options of the deprecated box plot (docs/reference/other-visualizations.md#box-plot). There are no defaults. */
export interface BoxplotOptions {
  xAxisLabel?: string
  yAxisLabel?: string
}

/** A label that is no text is left out; everything else is kept. */
export function normalizeBoxplot(stored: Readonly<Record<string, unknown>>): BoxplotOptions {
  const { xAxisLabel, yAxisLabel, ...others } = stored
  return {
    ...others,
    ...(typeof xAxisLabel === 'string' ? { xAxisLabel } : {}),
    ...(typeof yAxisLabel === 'string' ? { yAxisLabel } : {}),
  }
}
