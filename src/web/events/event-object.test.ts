import { expect, it } from 'vitest'
import { addressOf } from './event-object.tsx'

const of = (object_type: string, object_id: string | null, object_name: string | null = 'Named') =>
  addressOf({ object_type, object_id, object_name })

it('links to objects that have a page', () => {
  expect(of('query', '5')).toBe('/queries/5')
  expect(of('dashboards', '6')).toBe('/dashboards/6')
  expect(of('data_source', '7')).toBe('/data_sources/7')
  expect(of('alert', '8')).toBe('/alerts/8')
  expect(of('destination', '9')).toBe('/destinations/9')
  expect(of('user', '10')).toBe('/users/10')
  expect(of('group', '11')).toBe('/groups/11')
  expect(of('page', '/queries/5/source')).toBe('/queries/5/source')
})

it('has no other links', () => {
  expect(of('widget', '5')).toBeNull()
  expect(of('query', '5', null)).toBeNull()
  expect(of('query', null)).toBeNull()
  expect(of('alert', '5', null)).toBeNull()
  expect(of('datasource', 'admin/data_sources')).toBeNull()
  expect(of('toString', '5')).toBeNull()
  for (const address of [
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://evil.example',
    '/a?b',
  ])
    expect(of('page', address)).toBeNull()
})
