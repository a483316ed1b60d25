import { describe, expect, it } from 'vitest'
import { readPage } from './paging.ts'

describe('readPage', () => {
  it('falls back to page 1 of 20 rows when a value is missing or not an integer', () => {
    expect(readPage({})).toEqual({ ok: true, page: { page: 1, page_size: 20 } })
    expect(readPage({ page: 'x', page_size: '1.5' })).toEqual({ ok: true, page: { page: 1, page_size: 20 } })
    expect(readPage({ page: '3', page_size: '250' })).toEqual({ ok: true, page: { page: 3, page_size: 250 } })
  })

  it.each([
    [{ page: '0' }, 'Page must be positive integer.'],
    [{ page: '-1' }, 'Page must be positive integer.'],
    [{ page: '99999999999' }, 'Page is out of range.'],
    [{ page_size: '0' }, 'Page size is out of range (1-250).'],
    [{ page_size: '251' }, 'Page size is out of range (1-250).'],
  ])('refuses %j', (query, reason) => {
    const read = readPage(query)
    expect('reason' in read && String(read.reason)).toBe(reason)
  })
})
