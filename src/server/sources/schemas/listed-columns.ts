/** Max bytes of the JSON text of all columns that one reply lists. More would keep the web process busy for long. */
const maxListedBytes = 4_000_000

/** The first of these tables whose columns fit into one reply, and the bytes of their columns. */
export function listedTables<T extends { column_bytes: number }>(
  tables: readonly T[],
): { listed: T[]; bytes: number } {
  const listed: T[] = []
  let bytes = 0
  for (const table of tables) {
    if (bytes + table.column_bytes > maxListedBytes) break
    bytes += table.column_bytes
    listed.push(table)
  }
  return { listed, bytes }
}
