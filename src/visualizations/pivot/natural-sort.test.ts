import { describe, expect, it } from 'vitest'
import { naturalSort } from './natural-sort.ts'

const sorted = (values: readonly unknown[]) => [...values].sort(naturalSort)

describe('naturalSort', () => {
  it('sorts numbers within texts by value', () => {
    expect(sorted(['a10', 'a9', 'a1', 'b2', 'a'])).toEqual(['a', 'a1', 'a9', 'a10', 'b2'])
    expect(sorted(['v1.10.2', 'v1.9.30', 'v1.9.4'])).toEqual(['v1.9.4', 'v1.9.30', 'v1.10.2'])
  })
  it('puts null first, then NaN, then numbers and their texts, then texts', () => {
    expect(sorted(['x', 3, null, '2', Number.NaN, -1, 'Infinity', ''])).toEqual([
      null,
      Number.NaN,
      -1,
      '',
      '2',
      3,
      'Infinity',
      'x',
    ])
  })
  it('sorts a number before its text', () => {
    expect(sorted(['1', 1, '1.0'])).toEqual([1, '1', '1.0'])
  })
  it('reads digits with a leading zero as decimals, like react-pivottable', () => {
    expect(sorted(['a1', 'a05', 'a010'])).toEqual(['a010', 'a05', 'a1'])
  })
  it('compares texts by code unit: capitals first', () => {
    expect(sorted(['b', 'A', 'a', 'B'])).toEqual(['A', 'B', 'a', 'b'])
  })
})
