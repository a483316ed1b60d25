import { describe, expect, it } from 'vitest'
import {
  isNarrowed,
  nextOrder,
  readListState,
  requestOfState,
  widened,
  writeListState,
} from './list-state.ts'

const usual = { q: '', tags: [], order: null, page: 1, pageSize: 20 }
const orderKeys = ['name', 'runtime']
const read = (search: Record<string, unknown>) => readListState(search, 20, orderKeys)

describe('readListState', () => {
  it('starts with the defaults', () => {
    expect(read({})).toEqual(usual)
  })

  it('reads everything', () => {
    const search = { q: 'sales', tags: ['a', 'b', 'a'], order: '-name', page: '3', page_size: '50' }
    expect(read(search)).toEqual({
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
    expect(read(search)).toEqual(usual)
  })

  it('accepts only the orders of its list', () => {
    expect(readListState({ order: '-runtime' }, 20, ['name']).order).toBeNull()
  })
})

describe('writeListState', () => {
  it('omits defaults', () => {
    expect(writeListState(usual, 20)).toEqual({})
  })

  it('is read as it was written', () => {
    const state = {
      ...{ q: 'a b', tags: ['x'], author: '7', source: '3' },
      ...{ order: 'runtime', page: 2, pageSize: 5 },
    }
    expect(read(writeListState(state, 20))).toEqual(state)
  })
})

describe('widened', () => {
  it('takes away all that narrows the list down, and keeps its order', () => {
    const narrowed = { ...usual, q: 'a', tags: ['x'], author: '7', source: '3', order: 'name', page: 4 }
    expect([usual, narrowed, { ...usual, author: '7' }].map(isNarrowed)).toEqual([false, true, true])
    expect(widened(narrowed)).toEqual({ ...usual, order: 'name' })
  })
})

describe('requestOfState', () => {
  const searching = { ...usual, q: 'sales', tags: ['a'] }

  it('names the author and the data source', () => {
    expect(requestOfState({ ...usual, author: '7', source: '3' }, true)).toMatchObject({
      ...{ author: '7', data_source: '3' },
    })
  })

  it('requests the newest first, unfiltered', () => {
    expect(requestOfState(usual, true)).toEqual({ page: '1', page_size: '20', order: '-created_at' })
  })

  it("keeps the server's ranking of a search unless an order is chosen", () => {
    expect(requestOfState(searching, true)).toEqual({ page: '1', page_size: '20', q: 'sales', tags: ['a'] })
    expect(requestOfState({ ...searching, order: 'name' }, true).order).toBe('name')
  })

  it('requests the newest first in a search that is not ranked', () => {
    expect(requestOfState(searching, false).order).toBe('-created_at')
  })
})

describe('nextOrder', () => {
  it('starts with the more useful direction, then reverses', () => {
    expect(nextOrder(null, 'name')).toBe('name')
    expect(nextOrder(null, 'schedule')).toBe('schedule')
    expect(nextOrder('schedule', 'starred_at')).toBe('-starred_at')
    expect(nextOrder('name', 'name')).toBe('-name')
    expect(nextOrder('-name', 'name')).toBe('name')
    expect(nextOrder('name', 'created_at')).toBe('-created_at')
    expect(nextOrder('-created_at', 'created_at')).toBe('created_at')
  })
})
