/** Larger results are not sent whole to a page that shows rows in order: it reads them page by page. */
const wholeLimits = { rows: 50_000, bytes: 20_000_000 }

/** Rows in the head of a large result: the first page, and a sample for types and widths. */
export const headRows = 500

/** `byte_count`: size of the rows as JSON text */
export function isLargeResult(result: { row_count: number; byte_count: number }): boolean {
  return result.row_count > wholeLimits.rows || result.byte_count > wholeLimits.bytes
}
