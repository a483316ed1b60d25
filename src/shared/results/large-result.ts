/** More than this is not sent whole to a page that shows one row after the other: it reads pages of rows. */
const wholeLimits = { rows: 50_000, bytes: 20_000_000 }

/** Rows that come with the head of a large result: the first page, and a sample for types and widths. */
export const headRows = 500

/** `byte_count`: size of the rows as JSON text */
export function isLargeResult(result: { row_count: number; byte_count: number }): boolean {
  return result.row_count > wholeLimits.rows || result.byte_count > wholeLimits.bytes
}
