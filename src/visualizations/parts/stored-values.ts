import { isPlainObject } from './merge-options.ts'

/** Readers of stored options: a value of another type than expected counts as missing. */

export function storedText(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback
}

export function storedBoolean(value: unknown, fallback: boolean): boolean {
  return typeof value === 'boolean' ? value : fallback
}

/** Accepts finite numbers, also stored as text. */
export function storedNumber(value: unknown, fallback: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : fallback
}

/** The own entries of a stored object, without `__proto__`. */
export function storedRecord(value: unknown): Record<string, unknown> {
  if (!isPlainObject(value)) return {}
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== '__proto__'))
}
