import { expect, it } from 'vitest'
import type { GridItem } from '#shared/dashboards/grid.ts'
import { carriedOver } from './use-shown-grid.ts'

const item = (id: number, row: number, sizeY = 3): GridItem => ({
  id,
  col: 0,
  row,
  sizeX: 3,
  sizeY,
  autoHeight: false,
  minSizeX: 1,
  maxSizeX: 6,
  minSizeY: 1,
  maxSizeY: 1000,
})
const places = (items: readonly GridItem[]) => items.map(({ id, row, sizeY }) => [id, row, sizeY])

it('keeps what was moved or has grown while stored widgets change', () => {
  const onScreen = [item(1, 0, 8), item(2, 8)]
  expect(carriedOver([item(1, 0), item(2, 3)], onScreen)).toBe(onScreen)
})

it('puts a new widget where it is stored, below what it would cover', () => {
  const grown = [item(1, 0, 8), item(2, 8)]
  expect(places(carriedOver([item(1, 0), item(2, 3), item(3, 11)], grown))).toEqual([
    [1, 0, 8],
    [2, 8, 3],
    [3, 11, 3],
  ])
  expect(places(carriedOver([item(1, 0), item(3, 3)], [item(1, 0, 8)]))).toEqual([
    [1, 0, 8],
    [3, 8, 3],
  ])
})

it('closes the gap that a removed widget leaves', () => {
  expect(places(carriedOver([item(2, 3), item(3, 6)], [item(1, 0), item(2, 3), item(3, 6)]))).toEqual([
    [2, 0, 3],
    [3, 3, 3],
  ])
  expect(carriedOver([], [item(1, 0)])).toEqual([])
})
