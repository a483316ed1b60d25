import { describe, expect, it } from 'vitest'
import { isFiltered, noFilters, readDeliveriesState, writeDeliveriesState } from './deliveries-state.ts'

const usual = { ...noFilters, delivery: null, page: 1, pageSize: 20 }

describe('the address of the delivery log', () => {
  it.each([
    [{}, usual],
    [
      { state: 'given_up', page: '3' },
      { ...usual, state: 'given_up', page: 3 },
    ],
    [
      { destination_id: '4', alert_id: '5', delivery: '6' },
      { ...usual, destinationId: 4, alertId: 5, delivery: 6 },
    ],
    [{ page_size: '50' }, { ...usual, pageSize: 50 }],
  ] as const)('%o says it, there and back', (search, state) => {
    expect(readDeliveriesState(search, 20)).toEqual(state)
    expect(writeDeliveriesState({ ...state }, 20)).toEqual(search)
  })

  it('ignores invalid values', () => {
    const search = {
      state: 'lost',
      destination_id: 'x',
      alert_id: '-1',
      delivery: '0',
      page: 'x',
      page_size: '9999',
    }
    expect(readDeliveriesState(search, 20)).toEqual(usual)
  })

  it('knows what is filtered: the open delivery and the page are no filters', () => {
    expect(isFiltered({ ...usual, delivery: 5, page: 2 })).toBe(false)
    for (const filter of [{ state: 'sent' }, { destinationId: 1 }, { alertId: 1 }] as const) {
      expect(isFiltered({ ...usual, ...filter })).toBe(true)
    }
  })
})
