import { readLocalOption, writeLocalOption } from '#web/ui/local-options.ts'

const option = 'completedNames'
const keptNames = 200
const maxLength = 100
/** More often than this says nothing more. */
const maxCount = 20

/** How often a name was chosen from the list in this browser; the least recently chosen ones are forgotten. */
export function nameUses(): ReadonlyMap<string, number> {
  return new Map(read())
}

export function recordUse(name: string): void {
  if (name.length > maxLength) return
  writeLocalOption(option, JSON.stringify(withUse(read(), name)))
}

export type NameUse = readonly [name: string, count: number]

export function withUse(uses: readonly NameUse[], name: string): NameUse[] {
  const before = uses.find(([one]) => one === name)?.[1] ?? 0
  const others = uses.filter(([one]) => one !== name).slice(0, keptNames - 1)
  return [[name, Math.min(maxCount, before + 1)], ...others]
}

function read(): NameUse[] {
  try {
    const stored: unknown = JSON.parse(readLocalOption(option) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isUse) : []
  } catch {
    return []
  }
}

function isUse(entry: unknown): entry is NameUse {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number'
}
