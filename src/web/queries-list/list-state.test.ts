import { describe, expect, it } from 'vitest'
import { nextOrder, readListState, writeListState } from './list-state.ts'

const usual = { q: '', tags: [], order: null, page: 1, pageSize: 20 }

describe('readListState', () => {
  it('starts with the usual', () => {
    expect(readListState({}, 20)).toEqual(usual)
  })

  it('reads everything', () => {
    const search = { q: 'sales', tags: ['a', 'b', 'a'], order: '-name', page: '3', page_size: '50' }
    expect(readListState(search, 20)).toEqual({
      q: 'sales',
      tags: ['a', 'b'],
      order: '-name',
      page: 3,
      pageSize: 50,
    })
  })

  it.each([
    [{ page: '0' }],
    [{ page: '-1' }],
    [{ page: 'x' }],
    [{ page: '1.5' }],
    [{ page_size: '251' }],
    [{ page_size: '' }],
    [{ order: 'password' }],
    [{ order: '--name' }],
    [{ tags: '' }],
  ])('falls back for %j', (search) => {
    expect(readListState(search, 20)).toEqual(usual)
  })
})

describe('writeListState', () => {
  it('leaves out what is as usual', () => {
    expect(writeListState(usual, 20)).toEqual({})
  })

  it('is read back as it was', () => {
    const state = { q: 'a b', tags: ['x'], order: 'runtime', page: 2, pageSize: 5 }
    expect(readListState(writeListState(state, 20), 20)).toEqual(state)
  })
})

describe('nextOrder', () => {
  it('starts with the direction that is wanted most, then turns around', () => {
    expect(nextOrder(null, 'name')).toBe('name')
    expect(nextOrder(null, 'schedule')).toBe('schedule')
    expect(nextOrder('schedule', 'starred_at')).toBe('-starred_at')
    expect(nextOrder('name', 'name')).toBe('-name')
    expect(nextOrder('-name', 'name')).toBe('name')
    expect(nextOrder('name', 'created_at')).toBe('-created_at')
    expect(nextOrder('-created_at', 'created_at')).toBe('created_at')
  })
})
