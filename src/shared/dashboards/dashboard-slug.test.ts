import { expect, it } from 'vitest'
import { dashboardIdOf, dashboardKey, dashboardSlug } from './dashboard-slug.ts'

it.each([
  ['Sales by Month', 'sales-by-month'],
  ['  Año / 2026!! ', '-a-o-2026-'],
  ['snake_case-and--dashes', 'snake_case-and--dashes'],
  ['日本', '-'],
  ['', ''],
])('%j has the slug %j', (name, slug) => {
  expect(dashboardSlug(name)).toBe(slug)
})

it.each([
  ['12-sales-by-month', 12],
  ['12', 12],
  ['12-', 12],
  ['2147483647-x', 2_147_483_647],
  ['2147483648-x', null],
  ['012-x', null],
  ['-5', null],
  ['sales', null],
  ['1e3-x', null],
  ['', null],
])('%j is the dashboard %j', (key, id) => {
  expect(dashboardIdOf(key)).toBe(id)
})

it('finds the id in every key', () => {
  expect(dashboardKey({ id: 7, name: '100 % – all' })).toBe('7-100-all')
  expect(dashboardIdOf(dashboardKey({ id: 7, name: '3-2-1' }))).toBe(7)
})
