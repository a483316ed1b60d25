import { expect, it } from 'vitest'
import { eventDetails } from './event-details.ts'

it('tells the text and the data source of a run', () => {
  expect(
    eventDetails({
      ...{ action: 'execute_query', object_type: 'data_source', object_id: '3' },
      additional_properties: { query: 'select 1', cache: 'hit' },
    }),
  ).toEqual({ query: 'select 1', data_source: '3' })
})

it('tells the page that was looked at', () => {
  expect(
    eventDetails({ action: 'view', object_type: 'page', object_id: '/queries', additional_properties: {} }),
  ).toEqual({ page: '/queries' })
})

it('tells the object of everything else', () => {
  expect(
    eventDetails({ action: 'view', object_type: 'query', object_id: '7', additional_properties: {} }),
  ).toEqual({ object_id: '7', object_type: 'query' })
})
