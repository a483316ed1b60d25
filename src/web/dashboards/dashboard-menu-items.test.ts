import { expect, it } from 'vitest'
import { addressOfFork } from './dashboard-menu-items.tsx'

it('takes everything along but the values of widgets, whose copies have other ids', () => {
  const search = { p_region: 'EU', p_w12_size: '3', tab: '2', 'city::filter': 'Oslo', p_width: '4' }
  expect(addressOfFork(search)).toEqual({
    p_region: 'EU',
    tab: '2',
    'city::filter': 'Oslo',
    p_width: '4',
  })
})
