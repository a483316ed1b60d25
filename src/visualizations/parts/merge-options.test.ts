import { describe, expect, it } from 'vitest'
import { mergeOptions, sameOptions } from './merge-options.ts'

describe('mergeOptions', () => {
  it('merges deeply without mutating its input', () => {
    const options = { legend: { enabled: true, placement: 'auto' }, sortX: true }
    const merged = mergeOptions(options, { legend: { enabled: false } })
    expect(merged).toEqual({ legend: { enabled: false, placement: 'auto' }, sortX: true })
    expect(options.legend.enabled).toBe(true)
  })
  it('overwrites with null, but not with undefined', () => {
    expect(mergeOptions({ a: 1, b: 2 }, { a: undefined, b: null, c: undefined })).toEqual({ a: 1, b: null })
  })
  it('merges arrays index by index, which cannot shrink', () => {
    expect(mergeOptions({ list: [1, 2, 3] }, { list: [9] })).toEqual({ list: [9, 2, 3] })
    const columns = [{ name: 'n', numberFormat: '0,0' }, { name: 't' }]
    expect(
      mergeOptions({ columns }, { columns: [{ name: 't' }, { name: 'n', numberFormat: '0,0' }] }),
    ).toEqual({
      columns: [
        { name: 't', numberFormat: '0,0' },
        { name: 'n', numberFormat: '0,0' },
      ],
    })
  })
  it('replaces values of another shape', () => {
    expect(mergeOptions({ a: 'text', b: [1], c: 1 }, { a: { x: 1 }, b: { y: 2 }, c: [3] })).toEqual({
      a: { x: 1 },
      b: { y: 2 },
      c: [3],
    })
  })
  it('returns the same references when nothing changed', () => {
    const options = { a: { b: [1, { c: 2 }] }, d: 4 }
    expect(mergeOptions(options, { a: { b: [1, { c: 2 }] } })).toBe(options)
    const merged = mergeOptions(options, { d: 5 })
    expect(merged.a).toBe(options.a)
  })
  it('handles names from data that every object inherits', () => {
    const change = { seriesOptions: { constructor: { color: '#FFFFFF' }, prototype: { color: null } } }
    expect(mergeOptions({ seriesOptions: {} }, change)).toEqual(change)
    const stored = { constructor: { name: 'Team', color: '#000000' } }
    expect(mergeOptions(stored, { constructor: { color: '#FFFFFF' } })).toEqual({
      constructor: { name: 'Team', color: '#FFFFFF' },
    })
  })
  it('never changes prototypes', () => {
    mergeOptions({}, JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'))
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('sameOptions', () => {
  it('compares deeply', () => {
    expect(sameOptions({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true)
    expect(sameOptions({ a: 1, b: undefined }, { a: 1 })).toBe(false)
    expect(sameOptions({ a: [1] }, { a: [1, 2] })).toBe(false)
    expect(sameOptions({ a: {} }, { a: [] })).toBe(false)
    expect(sameOptions(Number.NaN, Number.NaN)).toBe(true)
  })
})
