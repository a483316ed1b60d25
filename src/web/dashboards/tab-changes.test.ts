import { expect, it } from 'vitest'
import { withMovedTab, withNewTab, withoutTab, withRenamedTab } from './tab-changes.ts'

const [sales, costs, people] = [
  { id: '1', name: 'Sales' },
  { id: '4', name: 'Costs' },
  { id: 'x', name: 'People' },
]
const three = [sales, costs, people]

it('makes two tabs of a dashboard without any: what it shows is in the first', () => {
  expect(withNewTab([], 'Details')).toEqual({
    tabs: [
      { id: '1', name: 'Overview' },
      { id: '2', name: 'Details' },
    ],
    added: '2',
  })
})

it('adds a tab at the end, with an id that none has', () => {
  const { tabs, added } = withNewTab(three, 'More')
  expect(added).toBe('5')
  expect(tabs).toEqual([...three, { id: '5', name: 'More' }])
})

it('renames and moves a tab; at the ends there is nowhere to go', () => {
  expect(withRenamedTab(three, '4', 'Spending')[1]).toEqual({ id: '4', name: 'Spending' })
  expect(withMovedTab(three, '4', -1)).toEqual([costs, sales, people])
  expect(withMovedTab(three, '4', 1)).toEqual([sales, people, costs])
  expect(withMovedTab(three, '1', -1)).toEqual(three)
  expect(withMovedTab(three, 'x', 1)).toEqual(three)
  expect(withMovedTab(three, 'unknown', 1)).toEqual(three)
})

it('has no tabs at all when a single one would be left', () => {
  expect(withoutTab(three, '4')).toEqual([sales, people])
  expect(withoutTab([sales, costs], '1')).toEqual([])
})
