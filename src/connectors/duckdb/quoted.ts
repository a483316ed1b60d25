/** A name as DuckDB reads it, whatever signs it has. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text as DuckDB reads it. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
