/** Rows under headings, as columns for a terminal. */
export function writeTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heads, ...rows.map((row) => row.map(oneLine))]
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Removes control characters, so that user input cannot move the cursor. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
