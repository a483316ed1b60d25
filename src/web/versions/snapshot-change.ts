import { t } from '#shared/messages/translate.ts'

/** One difference between two states. */
export type SnapshotChange =
  | { kind: 'value'; label: string; before: string; after: string }
  | { kind: 'note'; label: string; words: string }
  | { kind: 'tags'; label: string; added: string[]; removed: string[] }
  /** pretty-printed; null: absent on that side */
  | { kind: 'json'; label: string; before: string | null; after: string | null }

export function valueChange(label: string, before: string, after: string): SnapshotChange[] {
  return before === after ? [] : [{ kind: 'value', label, before, after }]
}

export function factChange(label: string, before: boolean, after: boolean): SnapshotChange[] {
  const yesOrNo = (fact: boolean) => (fact ? t('Yes') : t('No'))
  return valueChange(label, yesOrNo(before), yesOrNo(after))
}

export function tagChange(before: readonly string[], after: readonly string[]): SnapshotChange[] {
  const added = after.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => !after.includes(tag))
  return added.length + removed.length === 0 ? [] : [{ kind: 'tags', label: t('Tags'), added, removed }]
}

export function jsonChange(label: string, before: unknown, after: unknown): SnapshotChange[] {
  if (isSame(before, after)) return []
  return [{ kind: 'json', label, before: pretty(before), after: pretty(after) }]
}

function pretty(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value, null, 2)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Deep equality, ignoring the order of keys. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a ?? null)) === JSON.stringify(sorted(b ?? null))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)])
}

/**
 * Matches each item of `before` with one of `after`, by the first rule that finds one; `next` is null for deleted
 * items. Unmatched items of `after` are new.
 */
export function pairUp<T>(
  before: readonly T[],
  after: readonly T[],
  rules: readonly ((old: T, next: T) => boolean)[],
): { pairs: { old: T; next: T | null }[]; added: T[] } {
  const left = [...after]
  const found = new Map<T, T>()
  for (const isIt of rules) {
    for (const old of before) {
      if (found.has(old)) continue
      const place = left.findIndex((next) => isIt(old, next))
      for (const next of place === -1 ? [] : left.splice(place, 1)) found.set(old, next)
    }
  }
  return { pairs: before.map((old) => ({ old, next: found.get(old) ?? null })), added: left }
}
