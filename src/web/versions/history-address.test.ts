import { describe, expect, it } from 'vitest'
import { readHistoryAddress, searchWithHistory } from './history-address.ts'

describe('the address of the history', () => {
  it.each([
    [{}, null],
    [{ history: '' }, { versionId: null, againstId: null }],
    [{ history: '12' }, { versionId: 12, againstId: null }],
    [
      { history: ['12', '13'], against: '10' },
      { versionId: 12, againstId: 10 },
    ],
    [
      { history: 'x', against: '-1' },
      { versionId: null, againstId: null },
    ],
  ])('%j is read', (search, expected) => {
    expect(readHistoryAddress(search)).toEqual(expected)
  })

  it('is added to the rest of the address, and removed again', () => {
    const search = { p_a: '1', history: '3', against: '2' }
    expect(searchWithHistory(search, null)).toEqual({ p_a: '1' })
    expect(searchWithHistory(search, { versionId: null, againstId: 2 })).toEqual({ p_a: '1', history: '' })
    expect(searchWithHistory({ p_a: '1' }, { versionId: 4, againstId: 2 })).toEqual({
      ...{ p_a: '1', history: '4', against: '2' },
    })
    expect(searchWithHistory(search, { versionId: 4, againstId: null })).toEqual({ p_a: '1', history: '4' })
  })
})
