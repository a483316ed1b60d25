import type { TypedResult } from '#shared/results/typed-result.ts'

const maxValues = 8
const maxValueLength = 60

/** Different values of a column, in the order of their rows, shortened; without nulls and blank texts. */
export function valuesOfColumn({ columns, rows }: TypedResult, column: string): string[] {
  const name = columns.find((one) => one.name === column)?.name
  if (name === undefined) return []
  const values = new Set<string>()
  for (const row of rows) {
    const text = String(row[name] ?? '').trim()
    if (text !== '') values.add(text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text)
    if (values.size === maxValues) break
  }
  return [...values]
}
