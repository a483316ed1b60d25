import { describe, expect, it } from 'vitest'
import { textboxOf } from './dialogs-under-test.tsx'
import { isClash, isMoved } from './settle-conflict.tsx'

const here = { col: 0, row: 0, sizeX: 3, sizeY: 3 }
const there = { ...here, col: 3 }
const base = { ...textboxOf(1, 'then'), options: { position: here, tab: 'a' } }

describe('isClash', () => {
  it('is false if each changed a different part', () => {
    const theirs = { ...base, options: { ...base.options, position: there } }
    expect(isClash(base, { text: 'mine' }, theirs)).toBe(false)
    expect(isClash(base, { options: { ...base.options, tab: 'b' } }, theirs)).toBe(false)
    expect(isClash(base, { options: { ...base.options, position: there } }, { ...base, text: 'x' })).toBe(
      false,
    )
  })

  it('is true if both changed the same part differently', () => {
    expect(isClash(base, { text: 'mine' }, { ...base, text: 'theirs' })).toBe(true)
    expect(isClash(base, { text: 'same' }, { ...base, text: 'same' })).toBe(false)
    const theirs = { ...base, options: { ...base.options, position: there } }
    const mine = { options: { ...base.options, position: { ...here, row: 8 } } }
    expect(isClash(base, mine, theirs)).toBe(true)
    expect(isClash(base, { options: { tab: 'a', position: { ...there } } }, theirs)).toBe(false)
  })

  it('counts what was taken away as changed', () => {
    const { tab: _, ...without } = base.options
    expect(isClash(base, { options: without }, { ...base, options: { ...base.options, tab: 'b' } })).toBe(
      true,
    )
  })
})

it('isMoved tells another place from another order of the same fields', () => {
  const turned = { ...base, options: { tab: 'a', position: { sizeY: 3, sizeX: 3, row: 0, col: 0 } } }
  expect(isMoved(base, turned)).toBe(false)
  expect(isMoved(base, { ...base, options: { ...base.options, position: there } })).toBe(true)
  expect(isMoved(base, { ...base, options: { ...base.options, tab: 'b' } })).toBe(true)
})
