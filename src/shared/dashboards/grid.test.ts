import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changedItems,
  compactItems,
  type GridItem,
  gridColumns,
  inReadingOrder,
  moveItem,
  placeNew,
  resizeItem,
  type SizeRules,
  stepItem,
  withAutoHeight,
  withAutoHeights,
} from './grid.ts'
import { newPosition, readGrid, storedPosition, unsavedItems } from './stored-grid.ts'

const layouts: Readonly<Record<string, SizeRules>> = {
  CHART: { defaultColumns: 3, defaultRows: 8, minColumns: 1, minRows: 5 },
  TABLE: { autoHeight: true, defaultColumns: 3, defaultRows: 14, minColumns: 1 },
}
const sizesOf = (type: string) => layouts[type] ?? {}
const noLimits = { autoHeight: false, minSizeX: 1, maxSizeX: 6, minSizeY: 1, maxSizeY: 1000 }
const item = (id: number, col: number, row: number, sizeX: number, sizeY: number, rest = {}): GridItem => ({
  id,
  col,
  row,
  sizeX,
  sizeY,
  ...noLimits,
  ...rest,
})
const widget = (id: number, position: unknown, type?: string, more = {}) => ({
  id,
  options: { position, ...more },
  ...(type !== undefined && { visualization: { type } }),
})
const read = (...positions: unknown[]) =>
  readGrid(
    positions.map((position, index) => widget(index + 1, position)),
    sizesOf,
  )
/** `id:col,row sizeX×sizeY` */
const drawn = (items: readonly GridItem[]) =>
  items.map(({ id, col, row, sizeX, sizeY }) => `${id}:${col},${row} ${sizeX}×${sizeY}`)
const find = (items: readonly GridItem[], id: number) => items.find((one) => one.id === id)

function expectSound(items: readonly GridItem[]): void {
  const heights = new Map<number, Set<number>>()
  for (const { col, row, sizeX, sizeY, ...limits } of items) {
    expect(col).toBeGreaterThanOrEqual(0)
    expect(col + sizeX).toBeLessThanOrEqual(gridColumns)
    expect(sizeX).toBeGreaterThanOrEqual(limits.minSizeX)
    expect(sizeY).toBeGreaterThanOrEqual(limits.minSizeY)
    expect(sizeY).toBeLessThanOrEqual(limits.maxSizeY)
    for (let x = col; x < col + sizeX; x++) {
      const column = heights.get(x) ?? new Set()
      heights.set(x, column)
      for (let y = row; y < row + sizeY; y++) {
        expect(column.has(y)).toBe(false)
        column.add(y)
      }
    }
  }
  for (const { col, row, sizeX } of items) {
    const isHeld = Array.from({ length: sizeX }, (_, x) => heights.get(col + x)?.has(row - 1) === true)
    expect(row === 0 || isHeld.includes(true)).toBe(true)
  }
}

const position = fc.record(
  {
    col: fc.integer({ min: -2, max: 14 }),
    row: fc.integer({ min: -2, max: 40 }),
    sizeX: fc.integer({ min: -1, max: 13 }),
    sizeY: fc.integer({ min: -1, max: 30 }),
    autoHeight: fc.boolean(),
  },
  { requiredKeys: [] },
)
const stored = fc.array(fc.record({ position, type: fc.constantFrom(undefined, 'CHART', 'TABLE', 'GONE') }), {
  maxLength: 14,
})
const grid = stored.map((widgets) =>
  readGrid(
    widgets.map(({ position, type }, index) => widget(index + 1, position, type)),
    sizesOf,
  ),
)

describe('readGrid', () => {
  it('keeps what is stored, and takes limits from the type', () => {
    const [chart, table] = readGrid(
      [
        widget(
          7,
          { col: 3, row: 0, sizeX: 3, sizeY: 8, autoHeight: false, minSizeX: 9, maxSizeY: 2 },
          'CHART',
        ),
        widget(8, { col: 0, row: 0, sizeX: 3, sizeY: 4 }, 'TABLE'),
      ],
      sizesOf,
    )
    expect(chart).toEqual(item(7, 3, 0, 3, 8, { minSizeY: 5 }))
    expect(table).toEqual(item(8, 0, 0, 3, 4, { autoHeight: true }))
  })

  it('puts rows below the tallest of the row before, and moves all up', () => {
    const items = read(
      { col: 0, row: 0, sizeX: 3, sizeY: 10 },
      { col: 3, row: 0, sizeX: 3, sizeY: 4 },
      { col: 0, row: 5, sizeX: 3, sizeY: 2 },
      { col: 3, row: 90, sizeX: 3, sizeY: 2 },
    )
    expect(drawn(items)).toEqual(['1:0,0 3×10', '2:3,0 3×4', '3:0,10 3×2', '4:3,4 3×2'])
  })

  it('moves apart what overlaps', () => {
    const items = read({ col: 0, row: 0, sizeX: 4, sizeY: 2 }, { col: 3, row: 1, sizeX: 3, sizeY: 2 })
    expect(drawn(items)).toEqual(['1:0,0 4×2', '2:3,2 3×2'])
  })

  it('halves content of 12 columns so that neighbors stay neighbors', () => {
    const items = read(
      { col: 0, row: 0, sizeX: 3, sizeY: 3 },
      { col: 3, row: 0, sizeX: 3, sizeY: 3 },
      { col: 6, row: 0, sizeX: 6, sizeY: 3 },
      { col: 0, row: 3, sizeX: 12, sizeY: 3 },
    )
    expect(drawn(items)).toEqual(['1:0,0 2×3', '2:2,0 1×3', '3:3,0 3×3', '4:0,3 6×3'])
  })

  it('leaves content of 6 columns, and places that were saved here', () => {
    const six = read({ col: 0, row: 0, sizeX: 6, sizeY: 3 }, { col: 3, row: 3, sizeX: 3, sizeY: 3 })
    expect(drawn(six)).toEqual(['1:0,0 6×3', '2:3,3 3×3'])
    const mixed = read(
      storedPosition(item(1, 0, 0, 4, 3)),
      { col: 8, row: 0, sizeX: 4, sizeY: 3 },
      { col: 0, row: 3, sizeX: 6, sizeY: 3 },
    )
    expect(drawn(mixed)).toEqual(['1:0,0 4×3', '2:4,0 2×3', '3:0,3 3×3'])
  })

  it('asks all widgets of the dashboard for the unit, not only those of a tab', () => {
    const [left, wide] = [
      widget(1, { col: 0, row: 0, sizeX: 6, sizeY: 3 }),
      widget(2, { col: 0, row: 0, sizeX: 12, sizeY: 3 }),
    ]
    expect(drawn(readGrid([left], sizesOf, [left, wide]))).toEqual(['1:0,0 3×3'])
    expect(drawn(readGrid([left], sizesOf))).toEqual(['1:0,0 6×3'])
  })

  it('makes auto-height of a negative height, and room for what was not measured', () => {
    const [first, second, third] = read(
      { col: 0, row: 0, sizeX: 2, sizeY: -1 },
      { col: 2, row: 0, sizeX: 2, sizeY: 0 },
      { col: 4, row: 0, sizeX: 2, sizeY: 30 },
    )
    expect([first?.sizeY, first?.autoHeight]).toEqual([35, true])
    expect([second?.sizeY, second?.autoHeight]).toEqual([35, false])
    expect(third?.sizeY).toBe(30)
    expect(read({ col: 0, row: 0, sizeX: 2, sizeY: -1 })[0]?.sizeY).toBe(25)
  })

  it('puts widgets without a place into the first free one', () => {
    const items = readGrid(
      [widget(1, undefined, 'CHART'), widget(2, { col: 0, row: 0, sizeX: 3, sizeY: 4 }), widget(3, null)],
      sizesOf,
    )
    expect(drawn(items)).toEqual(['1:3,0 3×8', '2:0,0 3×4', '3:0,4 3×3'])
  })

  it('takes anything that is stored', () => {
    fc.assert(
      fc.property(fc.array(fc.object({ key: fc.constantFrom('position', 'col', 'row', 'x') })), (all) => {
        expectSound(
          readGrid(
            all.map((options, id) => ({ id, options })),
            sizesOf,
          ),
        )
      }),
    )
    for (const strange of [Number.NaN, Infinity, -1e300, 1e300, 2.5, '3', null, [], {}]) {
      expectSound(read({ col: strange, row: strange, sizeX: strange, sizeY: strange, autoHeight: strange }))
    }
  })

  it('never overlaps, leaves no gaps, and reads its own places as they are', () => {
    fc.assert(
      fc.property(stored, (widgets) => {
        const all = widgets.map(({ position, type }, index) => widget(index + 1, position, type))
        const items = readGrid(all, sizesOf)
        expectSound(items)
        const again = all.map((one, index) => {
          const place = items[index]
          return { ...one, options: { position: place && storedPosition(place) } }
        })
        expect(readGrid(again, sizesOf)).toEqual(items)
        expect(unsavedItems(again, items)).toEqual([])
        expect(compactItems(items)).toEqual(items)
      }),
    )
  })
})

describe('moveItem', () => {
  const two = [item(1, 0, 0, 3, 4), item(2, 3, 0, 3, 4), item(3, 0, 4, 6, 2)]

  it('pushes down what is in the way', () => {
    expect(drawn(moveItem(two, 1, { col: 3, row: 0 }))).toEqual(['1:3,0 3×4', '2:3,4 3×4', '3:0,8 6×2'])
  })

  it('changes places with what it passes the middle of', () => {
    expect(drawn(moveItem(two, 3, { col: 0, row: 2 }))).toEqual(drawn(two))
    expect(drawn(moveItem(two, 3, { col: 0, row: 1 }))).toEqual(['1:0,2 3×4', '2:3,2 3×4', '3:0,0 6×2'])
    const column = [item(1, 0, 0, 3, 2), item(2, 0, 2, 3, 10)]
    expect(drawn(moveItem(column, 1, { col: 0, row: 4 }))).toEqual(drawn(column))
    expect(drawn(moveItem(column, 1, { col: 0, row: 5 }))).toEqual(['1:0,10 3×2', '2:0,0 3×10'])
  })

  it('stays within the columns', () => {
    expect(find(moveItem(two, 1, { col: 9, row: -3 }), 1)).toMatchObject({ col: 3, row: 0 })
    expect(find(moveItem(two, 1, { col: -9, row: 0 }), 1)).toMatchObject({ col: 0, row: 0 })
  })

  it('lets nothing slip past what is only touched', () => {
    // 3 could be at the top if 2 were away
    const items = [item(1, 0, 0, 1, 10), item(2, 0, 10, 6, 2), item(3, 3, 12, 3, 4)]
    expect(moveItem(items, 2, { col: 0, row: 10 })).toEqual(items)
  })

  it('is sound, keeps every widget, and changes nothing for a place that it has', () => {
    const to = fc.record({ col: fc.integer({ min: -2, max: 8 }), row: fc.integer({ min: -2, max: 90 }) })
    fc.assert(
      fc.property(grid, fc.nat(), to, (items, pick, target) => {
        const chosen = items[pick % Math.max(items.length, 1)]
        if (chosen === undefined) return
        const moved = moveItem(items, chosen.id, target)
        expectSound(moved)
        expect(moved.map(({ id, sizeX, sizeY }) => [id, sizeX, sizeY])).toEqual(
          items.map(({ id, sizeX, sizeY }) => [id, sizeX, sizeY]),
        )
        const wanted = Math.min(Math.max(target.col, 0), gridColumns - chosen.sizeX)
        expect(find(moved, chosen.id)?.col).toBe(wanted)
        for (const one of items) expect(moveItem(items, one.id, one)).toEqual(items)
        const top = moveItem(items, chosen.id, { col: target.col, row: 0 })
        const below = moveItem(items, chosen.id, { col: target.col, row: 10_000 })
        expect(find(top, chosen.id)?.row).toBeLessThanOrEqual(find(below, chosen.id)?.row ?? -1)
      }),
    )
  })
})

describe('stepItem', () => {
  const items = [item(1, 0, 0, 3, 2), item(2, 0, 2, 3, 10), item(3, 3, 0, 2, 5)]

  it('goes to the next place in a direction, and stays at the edges', () => {
    expect(drawn(stepItem(items, 1, 'down'))).toEqual(['1:0,10 3×2', '2:0,0 3×10', '3:3,0 2×5'])
    expect(stepItem(items, 1, 'up')).toBe(items)
    expect(stepItem(items, 1, 'left')).toBe(items)
    expect(find(stepItem(items, 3, 'right'), 3)).toMatchObject({ col: 4, row: 0 })
    expect(stepItem(items, 2, 'down')).toBe(items)
    expect(find(stepItem(items, 2, 'up'), 2)).toMatchObject({ col: 0, row: 0 })
  })

  it('comes to the top and to the bottom of its columns step by step', () => {
    fc.assert(
      fc.property(grid, fc.nat(), fc.constantFrom('up' as const, 'down' as const), (all, pick, direction) => {
        const id = all[pick % Math.max(all.length, 1)]?.id
        if (id === undefined) return
        let now: readonly GridItem[] = all
        for (let steps = 0; steps <= all.length; steps++) {
          const next = stepItem(now, id, direction)
          if (next === now) break
          expectSound(next)
          const [before, after] = [find(now, id)?.row ?? 0, find(next, id)?.row ?? 0]
          expect((after - before) * (direction === 'down' ? 1 : -1)).toBeGreaterThan(0)
          now = next
        }
        expect(stepItem(now, id, direction)).toBe(now)
      }),
    )
  })
})

describe('resizeItem', () => {
  const items = [
    item(1, 0, 0, 3, 8, { minSizeY: 5, autoHeight: true }),
    item(2, 3, 0, 3, 4),
    item(3, 0, 8, 3, 2),
  ]

  it('stays within its limits and the columns', () => {
    expect(find(resizeItem(items, 1, { sizeX: 0, sizeY: 1 }), 1)).toMatchObject({ sizeX: 1, sizeY: 5 })
    expect(find(resizeItem(items, 2, { sizeX: 9, sizeY: 9999 }), 2)).toMatchObject({ sizeX: 3, sizeY: 1000 })
  })

  it('pushes down what is in the way, and keeps its place', () => {
    const low = [item(1, 0, 0, 3, 8), item(2, 3, 0, 3, 12), item(3, 0, 8, 3, 2)]
    expect(drawn(resizeItem(low, 3, { sizeX: 4, sizeY: 2 }))).toEqual([
      '1:0,0 3×8',
      '2:3,10 3×12',
      '3:0,8 4×2',
    ])
  })

  it('ends auto-height with the height, not with the width', () => {
    expect(find(resizeItem(items, 1, { sizeX: 2, sizeY: 8 }), 1)?.autoHeight).toBe(true)
    expect(find(resizeItem(items, 1, { sizeX: 3, sizeY: 9 }), 1)?.autoHeight).toBe(false)
    expect(find(resizeItem(items, 2, { sizeX: 3, sizeY: 9 }), 2)?.autoHeight).toBe(false)
  })

  it('is sound, and moves what is resized only up, where a narrower one has room', () => {
    const size = fc.record({
      sizeX: fc.integer({ min: -1, max: 9 }),
      sizeY: fc.integer({ min: -1, max: 60 }),
    })
    fc.assert(
      fc.property(grid, fc.nat(), size, (all, pick, to) => {
        const chosen = all[pick % Math.max(all.length, 1)]
        if (chosen === undefined) return
        const resized = resizeItem(all, chosen.id, to)
        expectSound(resized)
        const { col, row, sizeX } = find(resized, chosen.id) ?? chosen
        expect(col).toBe(chosen.col)
        if (sizeX < chosen.sizeX) expect(row).toBeLessThanOrEqual(chosen.row)
        else expect(row).toBe(chosen.row)
        expect(resizeItem(all, chosen.id, chosen)).toEqual(all)
      }),
    )
  })
})

describe('withAutoHeight', () => {
  const items = [
    item(1, 0, 0, 3, 8, { autoHeight: true, minSizeY: 2 }),
    item(2, 0, 8, 3, 4),
    item(3, 3, 0, 3, 3),
  ]

  it('follows the content, within the limits', () => {
    expect(drawn(withAutoHeight(items, 1, 3))).toEqual(['1:0,0 3×3', '2:0,3 3×4', '3:3,0 3×3'])
    expect(find(withAutoHeight(items, 1, 1), 1)?.sizeY).toBe(2)
    expect(find(withAutoHeight(items, 1, 5000), 1)?.sizeY).toBe(1000)
    expect(find(withAutoHeight(items, 1, 9), 1)?.autoHeight).toBe(true)
  })

  it('gives back the same when nothing changes, so that nothing is drawn', () => {
    expect(withAutoHeight(items, 1, 8)).toBe(items)
    expect(withAutoHeight(items, 2, 9)).toBe(items)
    expect(withAutoHeight(items, 99, 9)).toBe(items)
    expect(withAutoHeight(items, 1, 9)[2]).toBe(items[2])
  })

  it('does for many what it does for each', () => {
    const rows = fc.array(fc.integer({ min: -3, max: 40 }), { minLength: 14, maxLength: 14 })
    fc.assert(
      fc.property(grid, rows, (all, heights) => {
        const wanted = new Map(all.map(({ id }, index) => [id, heights[index] ?? 1]))
        const together = withAutoHeights(all, wanted)
        expectSound(together)
        expect([...wanted].reduce((now, [id, count]) => withAutoHeight(now, id, count), [...all])).toEqual(
          together,
        )
      }),
    )
  })
})

describe('placeNew', () => {
  it('takes the topmost, then the leftmost place', () => {
    expect(placeNew([], { sizeX: 3, sizeY: 3 })).toEqual({ col: 0, row: 0 })
    const items = [item(1, 0, 0, 2, 5), item(2, 2, 0, 2, 3), item(3, 4, 0, 2, 3)]
    expect(placeNew(items, { sizeX: 2, sizeY: 3 })).toEqual({ col: 2, row: 3 })
    expect(placeNew(items, { sizeX: 3, sizeY: 3 })).toEqual({ col: 2, row: 3 })
    expect(placeNew(items, { sizeX: 6, sizeY: 3 })).toEqual({ col: 0, row: 5 })
    expect(placeNew(items, { sizeX: 9, sizeY: 3 })).toEqual({ col: 0, row: 5 })
  })

  it('gives a new widget the sizes of its type', () => {
    expect(newPosition([item(1, 0, 0, 3, 5)], layouts.CHART)).toEqual({
      col: 3,
      row: 0,
      sizeX: 3,
      sizeY: 8,
      autoHeight: false,
      columns: 6,
      minSizeX: 1,
      maxSizeX: 6,
      minSizeY: 5,
      maxSizeY: 1000,
    })
    expect(newPosition([])).toMatchObject({ col: 0, row: 0, sizeX: 3, sizeY: 3 })
    // a stored one without a height is as high as its content
    const rules = { autoHeight: true, defaultRows: 14, firstRows: 8 }
    expect(newPosition([], rules)).toMatchObject({ sizeY: 8, autoHeight: false })
    expect(readGrid([{ id: 1, options: {}, visualization: { type: 'TABLE' } }], () => rules)).toMatchObject([
      { sizeY: 14, autoHeight: true },
    ])
  })

  it('never overlaps what is there', () => {
    const size = fc.record({ sizeX: fc.integer({ min: 1, max: 6 }), sizeY: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(grid, size, (items, { sizeX, sizeY }) => {
        const { col, row } = placeNew(items, { sizeX, sizeY })
        expectSound([...items, item(1000, col, row, sizeX, sizeY)])
      }),
    )
  })
})

describe('what is saved', () => {
  const items = [item(1, 0, 0, 3, 4), item(2, 3, 0, 3, 4), item(3, 0, 4, 3, 4)]

  it('is what has moved', () => {
    expect(changedItems(items, items)).toEqual([])
    expect(changedItems(items, moveItem(items, 1, { col: 0, row: 6 })).map(({ id }) => id)).toEqual([1, 3])
    expect(changedItems(items.slice(1), items)).toEqual([items[0]])
  })

  it('is what is stored elsewhere: all of a grid that was halved', () => {
    const wide = [
      widget(1, { col: 0, row: 0, sizeX: 6, sizeY: 3, autoHeight: false }),
      widget(2, { col: 6, row: 0, sizeX: 6, sizeY: 3, autoHeight: false }),
    ]
    expect(unsavedItems(wide, readGrid(wide, sizesOf)).map(({ id }) => id)).toEqual([1, 2])
    const six = [widget(1, { col: 0, row: 0, sizeX: 6, sizeY: 3, autoHeight: false })]
    expect(unsavedItems(six, readGrid(six, sizesOf))).toEqual([])
  })
})

it('arranges 500 widgets', () => {
  const many = readGrid(
    Array.from({ length: 500 }, (_, n) => widget(n + 1, { col: n % 3, row: n * 2, sizeX: 2, sizeY: 3 })),
    sizesOf,
  )
  const last = inReadingOrder(many).at(-1)
  let now: GridItem[] = many
  for (let row = 600; row >= 0; row -= 6) now = moveItem(now, last?.id ?? 0, { col: 1, row })
  expectSound(now)
  expect(find(now, last?.id ?? 0)?.row).toBe(0)
})
