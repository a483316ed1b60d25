import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createDashboard, createVisualization, createWidget } from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

type Place = [col: number, row: number, sizeX: number, sizeY: number]

/** A dashboard of the member with a text box, `Box 1` and so on, in each place. */
async function dashboardOf(places: readonly Place[]) {
  const { id } = await createDashboard(sextant(), { user_id: sextant().member.id })
  const widgets: number[] = []
  for (const [at, [col, row, sizeX, sizeY]] of places.entries()) {
    const position = { col, row, sizeX, sizeY, autoHeight: false }
    const { id: widget } = await createWidget(sextant(), {
      ...{ dashboard_id: id, text: `Box ${at + 1}`, options: { position } },
    })
    widgets.push(widget)
  }
  return { id, widgets }
}

/** A table of as many rows, as tall as it is, that is stored much taller. */
async function addTable(dashboardId: number, rows: number, row: number) {
  const { id } = await storeQuery(sextant(), sextant().member, {
    ...{ name: `${rows} numbers`, query: `select n from generate_series(1, ${rows}) n` },
  })
  const visualization = await createVisualization(sextant(), { query_id: id })
  const position = { col: 0, row, sizeX: 3, sizeY: -1 }
  const widget = await createWidget(sextant(), {
    ...{ dashboard_id: dashboardId, visualization_id: visualization.id, options: { position } },
  })
  return widget.id
}

const box = (page: Page, widget: number | undefined) => page.locator(`#widget-${widget}`)

async function edges(locator: Locator) {
  const found = await locator.boundingBox()
  if (found === null) throw new Error('It is not shown.')
  return { ...found, right: found.x + found.width, bottom: found.y + found.height }
}

/** Columns and rows of the widgets, as they are drawn. */
async function drawnPlaces(page: Page, widgets: readonly number[]): Promise<Place[]> {
  const boxes = await page.evaluate(
    (ids) =>
      ids.map((id) => {
        const box = document.querySelector(`#widget-${id}`)
        const [own, grid] = [box?.getBoundingClientRect(), box?.parentElement?.getBoundingClientRect()]
        if (own === undefined || grid === undefined) return []
        const step = (grid.width + 15) / 6
        const { width, height } = own
        return [(own.x - grid.x) / step, (own.y - grid.y) / 50, (width + 15) / step, (height + 15) / 50]
      }),
    widgets,
  )
  return boxes.map((cells): Place => {
    const [col = 0, row = 0, sizeX = 0, sizeY = 0] = cells.map((cell) => Math.round(cell * 100) / 100)
    return [col, row, sizeX, sizeY]
  })
}

const expectPlaces = (page: Page, widgets: readonly number[], places: Place[]) =>
  expect.poll(() => drawnPlaces(page, widgets)).toEqual(places)

/** Where the widgets are stored. */
async function storedPlaces(widgets: readonly number[]) {
  const rows = await sextant()
    .db.selectFrom('widgets')
    .select(['id', 'options'])
    .where('id', 'in', widgets)
    .execute()
  return widgets.map((id) => {
    const options: unknown = rows.find((row) => row.id === id)?.options
    const { position } = typeof options === 'string' ? JSON.parse(options) : Object(options)
    return [position.col, position.row, position.sizeX, position.sizeY, position.autoHeight]
  })
}

/** Drags by the middle of what is found, in steps, as a hand does. */
async function drag(page: Page, from: Locator, dx: number, dy: number): Promise<void> {
  const { x, y, width, height } = await edges(from)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + dx / 2, y + height / 2 + dy / 2, { steps: 4 })
  await page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 4 })
}

const handle = (page: Page, widget: number | undefined) =>
  box(page, widget).getByRole('button', { name: /^Move / })

const edit = async (places: Place[]) => {
  const { id, widgets } = await dashboardOf(places)
  const visitor = await come(`/dashboards/${id}?edit`)
  await handle(visitor.page, widgets[0]).waitFor()
  return { ...visitor, id, widgets }
}

/** Drags with a finger by the middle of what is found; the browser decides whether that scrolls the page. */
async function dragByTouch(page: Page, from: Locator, dx: number, dy: number): Promise<void> {
  const { x, y, width, height } = await edges(from)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: x + width / 2 + dx * share, y: y + height / 2 + dy * share }],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 8; step++) await touch('touchMove', step / 8)
  await touch('touchEnd', 1)
  await session.detach()
}

describe('with a finger', () => {
  const before: Place[] = [
    [0, 0, 3, 4],
    [3, 0, 3, 4],
    [0, 4, 6, 40],
  ]

  it('moves and resizes by the handles, and scrolls by the widgets themselves', async () => {
    const { page, widgets } = await edit(before)
    const { width } = await edges(box(page, widgets[0]))
    await dragByTouch(page, handle(page, widgets[0]), width + 15, 0)
    await expectPlaces(page, widgets, [
      [3, 0, 3, 4],
      [3, 4, 3, 4],
      [0, 8, 6, 40],
    ])
    const corner = box(page, widgets[1]).locator('[data-grid-grip="corner"]')
    await dragByTouch(page, corner, -(width + 15) / 3, 100)
    const after: Place[] = [
      [3, 0, 3, 4],
      [3, 4, 2, 6],
      [0, 10, 6, 40],
    ]
    await expectPlaces(page, widgets, after)
    await expect.poll(() => storedPlaces(widgets)).toEqual(after.map((place) => [...place, false]))

    const top = async () => (await edges(box(page, widgets[2]))).y
    const start = await top()
    await dragByTouch(page, box(page, widgets[1]).getByRole('article'), 0, -100)
    await expect.poll(async () => start - (await top())).toBeGreaterThan(40)
    await expectPlaces(page, widgets, after)
  })
})

describe('with a pointer', () => {
  it('moves a widget to where it is dropped, and saves what has moved', async () => {
    const { page, widgets } = await edit([
      [0, 0, 3, 4],
      [3, 0, 3, 4],
      [0, 4, 2, 3],
    ])
    const saved: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/widgets/')) saved.push(request.url())
    })
    const { width } = await edges(box(page, widgets[0]))
    await drag(page, handle(page, widgets[0]), width + 15, 0)
    // while it is held the others make room, and it stays under the pointer
    await expectPlaces(page, widgets.slice(1), [
      [3, 4, 3, 4],
      [0, 0, 2, 3],
    ])
    await page.mouse.up()
    const after: Place[] = [
      [3, 0, 3, 4],
      [3, 4, 3, 4],
      [0, 0, 2, 3],
    ]
    await expectPlaces(page, widgets, after)
    await expect.poll(() => storedPlaces(widgets)).toEqual(after.map((place) => [...place, false]))
    expect(new Set(saved).size).toBe(3)
    await page.reload()
    await expectPlaces(page, widgets, after)
  })

  it('puts everything back with Escape, and resizes by the corner and by the edges', async () => {
    const before: Place[] = [
      [0, 0, 3, 4],
      [3, 0, 3, 4],
    ]
    const { page, widgets } = await edit(before)
    await drag(page, handle(page, widgets[0]), 300, 260)
    await expect.poll(() => drawnPlaces(page, widgets)).not.toEqual(before)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expectPlaces(page, widgets, before)
    expect(new URL(page.url()).searchParams.has('edit')).toBe(true)

    const grip = (name: string) => box(page, widgets[0]).locator(`[data-grid-grip="${name}"]`)
    const { width } = await edges(box(page, widgets[0]))
    const step = (width + 15) / 3
    await drag(page, grip('corner'), step, 100)
    await page.mouse.up()
    await expectPlaces(page, widgets, [
      [0, 0, 4, 6],
      [3, 6, 3, 4],
    ])
    await drag(page, grip('right'), -2 * step, 40)
    await page.mouse.up()
    await drag(page, grip('bottom'), 100, -100)
    await page.mouse.up()
    await expectPlaces(page, widgets, [
      [0, 0, 2, 4],
      [3, 0, 3, 4],
    ])
    await expect
      .poll(() => storedPlaces(widgets))
      .toEqual([
        [0, 0, 2, 4, false],
        [3, 0, 3, 4, false],
      ])
  })

  it('scrolls along near the edge', async () => {
    const { page, widgets } = await edit([
      [0, 0, 6, 4],
      [0, 4, 6, 30],
      [0, 34, 6, 4],
    ])
    const { y } = await edges(handle(page, widgets[0]))
    await drag(page, handle(page, widgets[0]), 0, 880 - y)
    await expect.poll(async () => (await drawnPlaces(page, widgets))[1]).toEqual([0, 0, 6, 30])
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    await page.mouse.up()
  })
})

describe('with the keyboard', () => {
  it('moves and resizes a widget, says where it is, and saves it', async () => {
    const { page, widgets } = await edit([
      [0, 0, 3, 4],
      [3, 0, 3, 4],
    ])
    await handle(page, widgets[0]).focus()
    await page.keyboard.press('Enter')
    const said = page.locator('[aria-live="assertive"]', { hasText: 'column' })
    await said.getByText(/Picked up\. .*: column 1, row 1, 3 columns wide, 4 rows high/).waitFor()
    await expectAccessible(page)
    for (const key of ['ArrowRight', 'ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowUp']) {
      await page.keyboard.press(key)
    }
    await said.getByText(/: column 2, row 5, 4 columns wide, 3 rows high/).waitFor()
    await page.keyboard.press('Enter')
    await said.getByText(/^Dropped\./).waitFor()
    const after: Place[] = [
      [1, 4, 4, 3],
      [3, 0, 3, 4],
    ]
    await expectPlaces(page, widgets, after)
    await expect.poll(async () => (await storedPlaces(widgets))[0]).toEqual([1, 4, 4, 3, false])
    // and without keys or dragging
    await handle(page, widgets[0]).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Move up' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Drop here' }).click()
    await expectPlaces(page, widgets, [
      [1, 0, 4, 3],
      [3, 3, 3, 4],
    ])
  })
})

describe('the boxes', () => {
  it('of tables are as tall as their content, until a user gives them a height', async () => {
    const { id, widgets } = await dashboardOf([[3, 0, 3, 4]])
    const few = await addTable(id, 3, 0)
    const more = await addTable(id, 12, 40)
    const { page } = await come(`/dashboards/${id}?edit`)
    const lastCell = (widget: number, name: string) =>
      box(page, widget).getByRole('gridcell', { name, exact: true })
    await lastCell(few, '3').waitFor()
    await lastCell(more, '12').waitFor()
    const placeOf = async (widget: number) => (await drawnPlaces(page, [widget]))[0] ?? [0, 0, 0, 0]
    const isCut = (widget: number) =>
      box(page, widget)
        .locator('section')
        .first()
        .evaluate((element) => element.scrollHeight > element.clientHeight)
    // nothing is cut off, no row is too many, and the lower table follows the upper one
    await expect
      .poll(async () => {
        const [upper, lower] = [await placeOf(few), await placeOf(more)]
        return {
          cut: [await isCut(few), await isCut(more)],
          tooTall: [upper[3] >= 10, lower[3] >= 16],
          lowerIsTaller: lower[3] > upper[3],
          lowerFollows: lower[1] === upper[3],
        }
      })
      .toEqual({ cut: [false, false], tooTall: [false, false], lowerIsTaller: true, lowerFollows: true })
    await drag(page, box(page, few).locator('[data-grid-grip="bottom"]'), 0, 100)
    await page.mouse.up()
    await expect.poll(async () => (await storedPlaces([few]))[0]?.[4]).toBe(false)
    await expect.poll(() => storedPlaces(widgets)).toEqual([[3, 0, 3, 4, false]])
  })

  it('of new text boxes are as tall as their text, also when it is changed', async () => {
    const { id } = await createDashboard(sextant(), { user_id: sextant().member.id })
    const { page } = await come(`/dashboards/${id}?edit`)
    const paragraphs = (count: number) =>
      Array.from({ length: count }, (_, at) => `Part ${at + 1}`).join('\n\n')
    const write = async (name: string, text: string, save: string) => {
      const dialog = page.getByRole('dialog', { name })
      await dialog.getByRole('textbox', { name: 'Text' }).fill(text)
      await dialog.getByRole('button', { name: save, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    const card = page.getByRole('article', { name: 'Text box' })
    const isCut = () =>
      card
        .locator('div > div')
        .first()
        .evaluate((text) => text.scrollHeight > text.clientHeight)
    await page.getByRole('region', { name: 'Editing' }).getByRole('button', { name: 'Add Textbox' }).click()
    await write('Add Textbox', paragraphs(12), 'Add to Dashboard')
    await card.getByText('Part 12').waitFor()
    await expect.poll(isCut).toBe(false)
    const before = (await edges(card)).height
    expect(before).toBeGreaterThan(200)
    await card.getByRole('button').first().click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    await write('Edit Textbox', paragraphs(24), 'Save')
    await card.getByText('Part 24').waitFor()
    await expect.poll(async () => (await edges(card)).height).toBeGreaterThan(before)
    await expect.poll(isCut).toBe(false)
  })

  it('stand in one column on a phone, in reading order, and are not edited', async () => {
    const { id, widgets } = await dashboardOf([
      [3, 0, 3, 4],
      [0, 4, 6, 3],
      [0, 0, 3, 4],
    ])
    const { page } = await come(`/dashboards/${id}?edit`, { width: 390 })
    await box(page, widgets[1]).getByText('Box 2').waitFor()
    const inOrder = [widgets[2], widgets[0], widgets[1]]
    const found = await Promise.all(inOrder.map((widget) => edges(box(page, widget))))
    for (const [at, { x, y, width }] of found.entries()) {
      expect([x, width]).toEqual([found[0]?.x, found[0]?.width])
      if (at > 0) expect(y).toBeGreaterThan(found[at - 1]?.bottom ?? 0)
    }
    expect(found[0]?.height).toBeGreaterThanOrEqual(185)
    expect(await page.locator('[data-grid-grip]').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('far below get their content when they come near, at once when the address names them', async () => {
    const places = Array.from({ length: 12 }, (_, at): Place => [0, at * 10, 6, 10])
    const { id, widgets } = await dashboardOf(places)
    const { page } = await come(`/dashboards/${id}`)
    await page.getByText('Box 1', { exact: true }).waitFor()
    expect(await page.getByText('Box 12', { exact: true }).count()).toBe(0)
    await expectPlaces(page, widgets, places)
    await box(page, widgets[5]).scrollIntoViewIfNeeded()
    await page.getByText('Box 6', { exact: true }).waitFor()
    const table = await addTable(id, 3, 79)
    const jump = await come(`/dashboards/${id}#widget-${widgets[8]}`)
    await jump.page.getByText('Box 9', { exact: true }).waitFor()
    await expect.poll(() => jump.page.evaluate(() => window.scrollY)).toBeGreaterThan(1000)
    // what stands above becomes as low as its content, and what was asked for stays where it is
    await expect.poll(async () => (await drawnPlaces(jump.page, [table]))[0]?.[3]).toBeLessThan(10)
    const { y } = await edges(box(jump.page, widgets[8]))
    expect(y).toBeGreaterThan(-1)
    expect(y).toBeLessThan(200)
  })
})
