import { describe, expect, it } from 'vitest'
import { filtersOf, isFiltered, noFilters, readEventsState, writeEventsState } from './events-state.ts'

const usual = { ...noFilters, page: 1, pageSize: 20 }

describe('the address of the audit log', () => {
  it('is read as it was written', () => {
    const search = {
      ...{ user_id: '7', action: 'edit', object_type: 'query', from: '2026-01-31', to: '2026-02-28' },
      ...{ page: '3', page_size: '50' },
    }
    const state = readEventsState(search, 20)
    expect(state).toEqual({
      ...{ userId: 7, action: 'edit', objectType: 'query', from: '2026-01-31', to: '2026-02-28' },
      ...{ page: 3, pageSize: 50 },
    })
    expect(writeEventsState(state, 20)).toEqual(search)
  })

  it('omits defaults', () => {
    expect(readEventsState({}, 20)).toEqual(usual)
    expect(writeEventsState(usual, 20)).toEqual({})
  })

  it('falls back for invalid values', () => {
    const search = {
      ...{ user_id: 'x', action: '', object_type: 'y'.repeat(101), from: '2026-02-31', to: 'today' },
      ...{ page: '0', page_size: '251' },
    }
    expect(readEventsState(search, 20)).toEqual(usual)
  })
})

describe('the filters sent to the server', () => {
  it("are whole days in the viewer's time zone", () => {
    const { from, to } = filtersOf({ ...usual, from: '2026-01-31', to: '2026-01-31' })
    expect(from).toBe(new Date(2026, 0, 31).toISOString())
    expect(to).toBe(new Date(2026, 1, 1).toISOString())
  })

  it('are empty if nothing is chosen', () => {
    expect(isFiltered(usual)).toBe(false)
    expect(isFiltered({ ...usual, page: 2 })).toBe(false)
    expect(isFiltered({ ...usual, action: 'edit' })).toBe(true)
  })
})
