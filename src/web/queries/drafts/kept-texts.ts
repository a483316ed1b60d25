import type { Visualization } from '#shared/visualizations/visualizations-api.ts'
import { readUnsaved } from '#web/visualizations/unsaved-visualization.ts'

/**
 * Unsaved texts of queries, kept in this browser: they survive leaving, a crash and log-out. Each person of each
 * organization has texts of their own, which nobody else is shown.
 */
export interface KeptText {
  text: string
  /** milliseconds */
  at: number
  dataSourceId: number | null
  /** made with the text, and not stored either */
  visualizations?: readonly Visualization[]
}

/** An editor keeps its text in a slot of its own: two tabs with one query do not overwrite each other. */
export interface KeptSlot extends KeptText {
  slot: string
}

export type KeptOf = number | 'new'

const prefix = 'localOptions:keptText:'
export const keptDays = 30
/** UTF-16 units per text, and of all texts of a browser: a few MB is all that browsers offer */
const maxLength = 200_000
const maxTotal = 1_000_000
/** Larger options are not worth the texts that they would push out. */
const maxVisualizations = 100_000

export interface KeptTexts {
  keep(slot: string, kept: KeptText): void
  forget(slot: string): void
  /** the texts of a query, the newest first */
  list(query: KeptOf): KeptSlot[]
}

/** `owner`: the organization and the person. */
export function keptTexts(storage: Storage, owner: string, now: () => number): KeptTexts {
  const own = `${prefix}${owner}:`
  const forget = (slot: string) => {
    try {
      storage.removeItem(own + slot)
    } catch {
      // storage is forbidden: nothing is kept
    }
  }
  return {
    forget,
    keep(slot, kept) {
      if (kept.text.length > maxLength) return
      const value = JSON.stringify(withinBounds(kept))
      try {
        makeRoom(storage, own + slot, value.length, now())
        storage.setItem(own + slot, value)
      } catch {
        // storage is full or forbidden: the text lives as long as the page
      }
    },
    list(query) {
      try {
        makeRoom(storage, '', 0, now())
        return namesIn(storage)
          .filter((name) => name.startsWith(`${own}${query}/`))
          .flatMap((name) => {
            const kept = readKept(storage.getItem(name))
            return kept === null ? [] : [{ ...kept, slot: name.slice(own.length) }]
          })
          .sort((a, b) => b.at - a.at)
      } catch {
        return []
      }
    },
  }
}

function withinBounds({ visualizations = [], ...kept }: KeptText): KeptText {
  if (visualizations.length === 0) return kept
  return JSON.stringify(visualizations).length > maxVisualizations ? kept : { ...kept, visualizations }
}

/** The name of a new slot. Random, because a crashed page must not share one with the next. */
export function newSlot(query: KeptOf): string {
  return `${query}/${Math.random().toString(36).slice(2, 10)}`
}

/** Removes texts of all people that are too old, then the oldest until `length` more fits. */
function makeRoom(storage: Storage, except: string, length: number, now: number): void {
  const others = namesIn(storage)
    .filter((name) => name !== except)
    .map((name) => {
      const value = storage.getItem(name) ?? ''
      return { name, length: value.length, at: readKept(value)?.at ?? 0 }
    })
    .sort((a, b) => b.at - a.at)
  let total = length
  for (const { name, length: used, at } of others) {
    total += used
    if (total > maxTotal || now - at > keptDays * 86_400_000) storage.removeItem(name)
  }
}

function namesIn(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((name) =>
    name.startsWith(prefix),
  )
}

function readKept(value: string | null): KeptText | null {
  try {
    const { text, at, dataSourceId, visualizations } = JSON.parse(value ?? 'null') as Partial<KeptText>
    if (typeof text !== 'string' || typeof at !== 'number') return null
    const made = readUnsaved(visualizations)
    return {
      ...{ text, at, dataSourceId: typeof dataSourceId === 'number' ? dataSourceId : null },
      ...(made.length > 0 ? { visualizations: made } : {}),
    }
  } catch {
    return null
  }
}
