import type { Row } from './redash-store.ts'

/** The text of a field without NUL, cut to what the column here takes; '' if it is no text. */
export function textOf(row: Row, field: string, maxLength = Infinity): string {
  const value = row[field]
  return typeof value === 'string' ? value.slice(0, maxLength) : ''
}

export function textOrNull(row: Row, field: string, maxLength = Infinity): string | null {
  return typeof row[field] === 'string' ? textOf(row, field, maxLength) : null
}

export const isTrue = (row: Row, field: string): boolean => row[field] === true

export function numberOrNull(row: Row, field: string): number | null {
  const value = row[field]
  return typeof value === 'number' ? value : null
}

/** An object in a JSON column, or in a text column of older versions; null: it is not one. */
export function objectOf(row: Row, field: string): Record<string, unknown> | null {
  const value = row[field]
  try {
    const read: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

export function listOf(row: Row, field: string): unknown[] {
  const value = row[field]
  return Array.isArray(value) ? value : []
}
