// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GridItem, sizesOfType } from '#shared/dashboards/grid.ts'
import { DashboardGrid } from './dashboard-grid.tsx'

/** Ids of the boxes that React draws again from now on, one entry each time. */
function countDraws(boxes: Iterable<HTMLElement>): number[] {
  const ids: number[] = []
  for (const box of boxes) {
    // React gives an element its new props whenever the component around it was drawn again
    const key = Object.keys(box).find((name) => name.startsWith('__reactProps$'))
    if (key === undefined) throw new Error('React keeps the props of elements elsewhere now')
    let props: unknown = Reflect.get(box, key)
    Object.defineProperty(box, key, {
      configurable: true,
      get: () => props,
      set(next: unknown) {
        ids.push(Number(box.dataset['widgetId']))
        props = next
      },
    })
  }
  return ids
}

let changes: GridItem[][] = []
let drawn: string[] = []
const width = { now: 1200 }
const widthOfElements = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientWidth')

// it takes its time on a busy machine
beforeAll(() => import('./grid-grips.tsx'))
beforeEach(() => {
  changes = []
  drawn = []
  width.now = 1200
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => width.now })
})
afterEach(() => {
  cleanup()
  if (widthOfElements) Object.defineProperty(HTMLElement.prototype, 'clientWidth', widthOfElements)
  else Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth')
})

const item = (id: number, col: number, row: number, sizeX: number, sizeY: number): GridItem => ({
  ...sizesOfType(),
  id,
  col,
  row,
  sizeX,
  sizeY,
})
const three = [item(1, 0, 0, 3, 4), item(2, 3, 0, 3, 4), item(3, 0, 4, 6, 2)]
const names = new Map([
  [1, 'Sales by month'],
  [2, 'Costs'],
  [3, 'Notes'],
])
const labelOf = (id: number) => names.get(id) ?? ''
const draw = (id: number, { isNarrow }: { isNarrow: boolean }) => {
  drawn.push(`${id}${isNarrow ? ' narrow' : ''}`)
  return <p>Content {id}</p>
}

function Host({ items, editing }: { items: readonly GridItem[]; editing: boolean }) {
  const [now, setNow] = useState(items)
  const onChange = (next: GridItem[]) => {
    changes.push(next)
    setNow(next)
  }
  return (
    <MantineProvider>
      <DashboardGrid items={now} editing={editing} onChange={onChange} labelOf={labelOf}>
        {draw}
      </DashboardGrid>
    </MantineProvider>
  )
}

async function open({ items = three, editing = true }: { items?: GridItem[]; editing?: boolean } = {}) {
  const { container } = render(<Host items={items} editing={editing} />)
  // handles are a part of the programme that only editing loads
  if (editing && width.now > 800) await screen.findAllByRole('button')
  const handle = (name: string) => screen.getByRole('button', { name: `Move ${name}` })
  const places = () =>
    [...container.querySelectorAll<HTMLElement>('[data-widget-id]')].map(({ dataset, style }) => {
      const [col, row] = [style.getPropertyValue('--col'), style.getPropertyValue('--row')]
      return `${dataset.widgetId}:${col},${row}`
    })
  return {
    handle,
    places,
    message: () => container.querySelector('[aria-live]')?.textContent,
    press: (key: string, shiftKey = false) => {
      const { activeElement } = document
      if (activeElement) fireEvent.keyDown(activeElement, { key, shiftKey })
    },
    pickUp: (name: string) => {
      handle(name).focus()
      // what Enter and Space do to a button
      fireEvent.click(handle(name))
    },
  }
}

describe('moving with the keyboard', () => {
  it('says where the widget is, and tells it when it is dropped', async () => {
    const { handle, pickUp, press, message, places } = await open()
    const help = document.getElementById(handle('Costs').getAttribute('aria-describedby') ?? '')
    expect(help?.textContent).toContain('arrow keys')
    pickUp('Sales by month')
    expect(handle('Sales by month').getAttribute('aria-pressed')).toBe('true')
    expect(message()).toBe('Picked up. Sales by month: column 1, row 1, 3 columns wide, 4 rows high')
    press('ArrowRight')
    expect(message()).toBe('Sales by month: column 2, row 1, 3 columns wide, 4 rows high')
    press('ArrowDown')
    expect(message()).toBe('Sales by month: column 2, row 5, 3 columns wide, 4 rows high')
    expect(places()).toEqual(['1:1,4', '2:3,0', '3:0,8'])
    expect(changes).toEqual([])
    fireEvent.click(handle('Sales by month'))
    expect(message()).toBe('Dropped. Sales by month: column 2, row 5, 3 columns wide, 4 rows high')
    expect(changes).toHaveLength(1)
    expect(changes[0]?.[0]).toMatchObject({ id: 1, col: 1, row: 4 })
    expect(document.activeElement).toBe(handle('Sales by month'))
  })

  it('resizes with Shift', async () => {
    const { pickUp, press, message, handle } = await open()
    pickUp('Sales by month')
    press('ArrowLeft', true)
    press('ArrowLeft', true)
    press('ArrowDown', true)
    expect(message()).toBe('Sales by month: column 1, row 1, 1 column wide, 5 rows high')
    fireEvent.click(handle('Sales by month'))
    expect(changes[0]?.[0]).toMatchObject({ sizeX: 1, sizeY: 5, autoHeight: false })
  })

  it('puts everything back with Escape', async () => {
    const { pickUp, press, message, places } = await open()
    const before = places()
    pickUp('Notes')
    press('ArrowUp')
    expect(places()).not.toEqual(before)
    press('Escape')
    expect(places()).toEqual(before)
    expect(message()).toBe('Cancelled. Notes: column 1, row 5, 6 columns wide, 2 rows high')
    expect(changes).toEqual([])
    press('ArrowUp')
    expect(places()).toEqual(before)
  })

  it('drops the widget where it is when the focus leaves', async () => {
    const { pickUp, press, handle } = await open()
    pickUp('Costs')
    press('ArrowLeft')
    fireEvent.blur(handle('Costs'), { relatedTarget: handle('Notes') })
    expect(changes[0]?.[1]).toMatchObject({ id: 2, col: 2 })
  })

  it('has buttons for those who do not drag', async () => {
    const { pickUp, places } = await open()
    pickUp('Notes')
    fireEvent.click(screen.getByRole('button', { name: 'Move up' }))
    expect(places()).toEqual(['1:0,2', '2:3,2', '3:0,0'])
    fireEvent.click(screen.getByRole('button', { name: 'Drop here' }))
    expect(changes).toHaveLength(1)
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('draws no content again', async () => {
    const { pickUp, press } = await open()
    const before = drawn.length
    pickUp('Sales by month')
    press('ArrowRight')
    press('ArrowDown')
    expect(drawn.length).toBe(before)
  })

  it('tells nothing when nothing has moved', async () => {
    const { pickUp, press, handle } = await open()
    pickUp('Costs')
    press('ArrowRight')
    press('ArrowUp')
    fireEvent.click(handle('Costs'))
    expect(changes).toEqual([])
  })
})

describe('dragging among a hundred widgets', () => {
  const hundred = Array.from({ length: 100 }, (_, at) =>
    item(at + 1, (at % 2) * 3, Math.floor(at / 2) * 4, 3, 4),
  )
  const nextFrame = () => act(() => new Promise((drawn) => requestAnimationFrame(() => drawn(undefined))))

  it('draws only boxes that get another place, and no content', async () => {
    const { places } = await open({ items: hundred })
    const grid = document.querySelector<HTMLElement>('[data-editing]')
    const grip = document.querySelector('[data-widget-id="1"] [data-grid-grip="move"]')
    if (grid === null || grip === null) throw new Error('nothing to drag')
    grid.setPointerCapture = () => undefined
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1, isPrimary: true })
    /** ids of the boxes that were drawn, and of those whose place is another, by the time the page is drawn */
    const moveTo = async (x: number, y: number) => {
      const before = places()
      boxes.length = 0
      fireEvent.pointerMove(window, at(x, y))
      await nextFrame()
      await nextFrame()
      const after = places()
      const moved = after
        .filter((place, index) => place !== before[index])
        .map((place) => parseInt(place, 10))
      return { drawn: [...new Set(boxes)].sort((a, b) => a - b), moved, times: boxes.length }
    }
    const boxes = countDraws(grid.querySelectorAll<HTMLElement>('[data-widget-id]'))
    const contents = drawn.length
    fireEvent.pointerDown(grip, { ...at(300, 300), button: 0 })
    await moveTo(310, 300)
    // into the other half: what stood there goes down, what was left behind goes up
    const across = await moveTo(920, 300)
    expect(across.moved).toHaveLength(99)
    expect(across.drawn).toEqual(across.moved)
    expect(across.times).toBe(99)
    // further within the cell: nothing
    expect((await moveTo(930, 305)).drawn).toEqual([])
    // below the next widget, which goes up: that one alone
    const below = await moveTo(930, 500)
    expect(below.moved).toEqual([2])
    expect(below.drawn).toEqual([2])
    expect(drawn.length).toBe(contents)
    fireEvent.pointerUp(window, at(930, 500))
    expect(changes).toHaveLength(1)
  })
})

describe('DashboardGrid', () => {
  it('is read from top to bottom, row by row', async () => {
    const { places } = await open({ items: [...three].reverse(), editing: false })
    expect(places()).toEqual(['1:0,0', '2:3,0', '3:0,4'])
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is one column without handles where it is narrow', async () => {
    width.now = 800
    await open()
    expect(screen.queryByRole('button')).toBeNull()
    expect(drawn.at(-1)).toBe('3 narrow')
    expect(document.querySelector('[data-narrow]')).not.toBeNull()
  })

  it('draws what is far below when it comes near', async () => {
    await open({ items: [item(1, 0, 0, 6, 4), item(2, 0, 4, 6, 100), item(3, 0, 104, 6, 4)], editing: false })
    expect(screen.queryByText('Content 1')).not.toBeNull()
    expect(screen.queryByText('Content 3')).toBeNull()
    // found by searches of the page, and heard by those who walk through it
    expect(screen.queryByText('Notes')).not.toBeNull()
  })

  it('keeps its boxes in their order while they are edited: focus and frames live on', () => {
    const grid = (items: GridItem[], editing: boolean) => (
      <MantineProvider>
        <DashboardGrid items={items} editing={editing} onChange={() => undefined} labelOf={labelOf}>
          {draw}
        </DashboardGrid>
      </MantineProvider>
    )
    const { rerender, container } = render(grid(three, true))
    const order = () =>
      [...container.querySelectorAll<HTMLElement>('[data-widget-id]')].map(({ dataset }) => dataset.widgetId)
    const changed = [item(4, 0, 0, 3, 4), item(3, 3, 0, 3, 4), item(1, 0, 4, 3, 4)]
    rerender(grid(changed, true))
    expect(order()).toEqual(['1', '3', '4'])
    rerender(grid(changed, false))
    expect(order()).toEqual(['4', '3', '1'])
  })
})
