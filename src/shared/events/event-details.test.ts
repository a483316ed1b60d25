import { expect, it } from 'vitest'
import { eventDetails } from './event-details.ts'

it('shows the text and the data source of a run', () => {
  expect(
    eventDetails({
      ...{ action: 'execute_query', object_type: 'data_source', object_id: '3' },
      additional_properties: { query: 'select 1', cache: 'hit' },
    }),
  ).toEqual({ query: 'select 1', data_source: '3' })
})

it('shows the visited page', () => {
  expect(
    eventDetails({ action: 'view', object_type: 'page', object_id: '/queries', additional_properties: {} }),
  ).toEqual({ page: '/queries' })
})

it('shows the object of all other events', () => {
  expect(
    eventDetails({ action: 'view', object_type: 'query', object_id: '7', additional_properties: {} }),
  ).toEqual({ object_id: '7', object_type: 'query' })
})
