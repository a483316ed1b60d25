import { expect, it } from 'vitest'
import { compactItems, type GridItem } from '#shared/dashboards/grid.ts'
import { withRestored } from './restored-layout.ts'

const item = (id: number, col: number, row: number, sizeY = 3): GridItem => ({
  ...{ id, col, row, sizeX: 3, sizeY, autoHeight: false },
  ...{ minSizeX: 1, maxSizeX: 6, minSizeY: 1, maxSizeY: 1000 },
})
const before = [item(1, 0, 0), item(2, 3, 0), item(3, 0, 3), item(4, 3, 3)]
const places = (items: readonly GridItem[]) => items.map(({ id, col, row }) => [id, col, row])

it('is the layout of before, with the new id', () => {
  const now = compactItems(before.filter(({ id }) => id !== 1))
  expect(places(now)).toEqual([
    [2, 3, 0],
    [3, 0, 0],
    [4, 3, 3],
  ])
  expect(places(withRestored(before, now, 1, 9))).toEqual([
    [9, 0, 0],
    [2, 3, 0],
    [3, 0, 3],
    [4, 3, 3],
  ])
})

it('keeps what was moved since, and makes room', () => {
  const now = [item(3, 3, 0), item(2, 3, 3), item(4, 3, 6)]
  expect(places(withRestored(before, now, 1, 9))).toEqual([
    [3, 3, 0],
    [2, 3, 3],
    [4, 3, 6],
    [9, 0, 0],
  ])
})

it('puts it above what has moved up into its place', () => {
  const now = [item(3, 0, 0, 5), item(2, 3, 0), item(4, 3, 3)]
  expect(places(withRestored(before, now, 1, 9))).toEqual([
    [3, 0, 3],
    [2, 3, 0],
    [4, 3, 3],
    [9, 0, 0],
  ])
})

it('changes nothing when the widget had no place', () => {
  expect(withRestored(before.slice(1), before.slice(1), 1, 9)).toEqual(before.slice(1))
})
