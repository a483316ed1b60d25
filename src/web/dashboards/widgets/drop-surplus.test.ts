import { describe, expect, it } from 'vitest'
import { dropSurplus } from './drop-surplus.ts'
import { type Entry, keyOf, newEntry, type PageResults } from './page-results.ts'
import { plannedRunner, resultOf, target } from './planned-runner.ts'

function pageWith(ids: readonly number[], wanted: readonly number[], shown: readonly number[]) {
  const entries = new Map<string, Entry>()
  const keys = new Map<number, string>()
  for (const [seen, id] of ids.entries()) {
    const key = keyOf(target(id, id))
    keys.set(id, key)
    entries.set(key, { ...newEntry(key, target(id, id)), result: resultOf([{ a: 1, b: 2 }]), seen })
  }
  const page: PageResults = {
    runner: () => plannedRunner(),
    pace: { soon: () => undefined, now: () => 0 },
    held: new Set(),
    isLooking: false,
    isOpen: true,
    abort: new AbortController(),
    loadsAll: false,
    entries,
    wanted: wanted.map((id) => target(id, id)),
    keys,
    previous: new Map(),
    shown: new Map(shown.map((id) => [id, () => 0])),
    looks: 0,
    states: new Map(),
    listeners: new Set(),
  }
  const withResult = () =>
    [...entries.values()].filter(({ result }) => result !== null).map((entry) => entry.target.widgetId)
  return { page, withResult }
}

describe('dropSurplus', () => {
  it('drops what was seen longest ago and is not on the page, to be read again', () => {
    const { page, withResult } = pageWith([1, 2, 3, 4], [1, 2, 3, 4], [1])
    dropSurplus(page, { maxCells: 4, maxUnwanted: 9 })
    expect(withResult()).toEqual([1, 4])
    const dropped = page.entries.get(keyOf(target(2, 2)))
    expect(dropped?.work).toEqual({ kind: 'told' })
  })

  it('first forgets what no widget wants', () => {
    const { page, withResult } = pageWith([1, 2, 3, 4], [1, 2], [])
    dropSurplus(page, { maxCells: 6, maxUnwanted: 9 })
    expect(withResult()).toEqual([1, 2, 4])
    dropSurplus(page, { maxCells: 99, maxUnwanted: 0 })
    expect(withResult()).toEqual([1, 2])
    expect(page.entries.size).toBe(2)
  })

  it('keeps all that filters of the dashboard are made of', () => {
    const { page, withResult } = pageWith([1, 2], [1, 2], [])
    page.loadsAll = true
    dropSurplus(page, { maxCells: 0, maxUnwanted: 0 })
    expect(withResult()).toEqual([1, 2])
  })
})
