import { describe, expect, it } from 'vitest'
import { type KeptVisualization, type PresentVisualization, planRestore } from './plan-restore.ts'

const kept = (id: number, name: string, more: Partial<KeptVisualization> = {}): KeptVisualization => ({
  id,
  type: 'CHART',
  name,
  description: '',
  options: {},
  ...more,
})
const present = (id: number, name: string, isShown = false): PresentVisualization => ({
  id,
  type: 'CHART',
  name,
  isShown,
})

describe('restoring visualizations', () => {
  it('restores existing ones', () => {
    const then = kept(1, 'Old name', { options: { a: 1 } })
    expect(planRestore([then], [present(1, 'New name', true)])).toEqual({
      update: [{ id: 1, values: then }],
      create: [],
      remove: [],
    })
  })

  it('creates deleted ones again', () => {
    expect(planRestore([kept(1, 'Gone'), kept(2, 'There')], [present(2, 'There')])).toEqual({
      update: [{ id: 2, values: kept(2, 'There') }],
      create: [kept(1, 'Gone')],
      remove: [],
    })
  })

  it('removes newer ones, except those that a dashboard shows', () => {
    const plan = planRestore([], [present(5, 'Later'), present(6, 'Shown', true)])
    expect(plan).toEqual({ update: [], create: [], remove: [5] })
  })

  it('finds each one that an earlier restore created, once', () => {
    const twice = [kept(1, 'Same'), kept(2, 'Same')]
    expect(planRestore(twice, [present(9, 'Same')])).toEqual({
      update: [{ id: 9, values: kept(1, 'Same') }],
      create: [kept(2, 'Same')],
      remove: [],
    })
    const otherType = kept(1, 'Same', { type: 'TABLE' })
    expect(planRestore([otherType], [present(9, 'Same')])).toMatchObject({ create: [otherType], remove: [9] })
  })

  it('never matches one that the version itself contains with another', () => {
    const plan = planRestore([kept(1, 'Same'), kept(2, 'Same')], [present(2, 'Same')])
    expect(plan.update).toEqual([{ id: 2, values: kept(2, 'Same') }])
    expect(plan.create).toEqual([kept(1, 'Same')])
  })
})
