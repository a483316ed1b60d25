import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Dashboard } from '#shared/dashboards/dashboards-api.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import type { Visualization } from '#shared/visualizations/visualizations-api.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { pickUp } from './pick-up.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

/** As another client asks; the member unless told otherwise. */
async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const { url, member } = sextant()
  const reply = await fetch(url + path, {
    method,
    headers: { authorization: `Key ${member.api_key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

const newDashboard = (name: string) => ask<Dashboard>('POST', '/api/dashboards', { name })
const storedWidgets = async (id: number): Promise<Widget[]> =>
  (await ask<Dashboard>('GET', `/api/dashboards/${id}`)).widgets ?? []
const storedOptions = async (id: number) => (await ask<Dashboard>('GET', `/api/dashboards/${id}`)).options

const airport = (name: string, title: string) => ({
  ...{ name, title, type: 'enum', value: 'ATL', global: false },
  ...{ enumOptions: 'ATL\nORD\nDFW', multiValuesOptions: null },
})
const number = (name: string, value: number) => ({ name, title: name, type: 'number', value, global: false })

/** Queries on three million flights, with the parameters that the dashboards need. */
async function storeQueries(suffix: string) {
  const { member } = sextant()
  const store = (name: string, query: string, parameters: object[] = []) =>
    storeQuery(sextant(), member, { name: `${name} ${suffix}`, query, options: { parameters } })
  const months = await store(
    'Flights by month',
    "select to_char(date, 'YYYY-MM') as month, count(*) as flights from flights group by 1 order by 1",
  )
  const delays = await store(
    'Worst destinations',
    "select destination, avg(delay)::int as delay from flights where origin = '{{ origin }}' group by 1 order by 2 desc limit 5",
    [airport('origin', 'Origin airport')],
  )
  const routes = await store(
    'Late flights',
    "select destination, count(*) as flights from flights where origin = '{{ from }}' and delay >= {{ least }} and distance > {{ far }} group by 1 order by 2 desc limit 5",
    [airport('from', 'From'), number('least', 60), number('far', 500)],
  )
  const counter = await ask<Visualization>('POST', '/api/visualizations', {
    ...{ query_id: delays.id, type: 'COUNTER', name: 'Worst delay', description: '' },
    options: { counterColName: 'delay', rowNumber: 1 },
  })
  return { months, delays, routes, counter }
}

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

function editor(page: Page) {
  const bar = page.getByRole('region', { name: 'Editing' })
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  const source = dialog('Edit Source and Value')
  return {
    bar,
    dialog,
    source,
    status: (text: string) => bar.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) }),
    done: () => bar.getByRole('button', { name: 'Done Editing' }).click(),
    async addTextbox(text: string) {
      await bar.getByRole('button', { name: 'Add Textbox' }).click()
      await dialog('Add Textbox').getByRole('textbox', { name: 'Text' }).fill(text)
      await dialog('Add Textbox').getByRole('button', { name: 'Add to Dashboard' }).click()
      await dialog('Add Textbox').waitFor({ state: 'detached' })
    },
    /** finds the query with the keyboard alone */
    async beginWidget(query: string): Promise<Locator> {
      await bar.getByRole('button', { name: 'Add Widget' }).click()
      const add = dialog('Add Widget')
      await add.getByRole('combobox', { name: 'Search a query by name' }).fill(query)
      await expect.poll(() => add.getByRole('option').allTextContents()).toEqual([query])
      await expect
        .poll(() => add.locator('[role=option][data-combobox-selected]').allTextContents())
        .toEqual([query])
      await page.keyboard.press('Enter')
      await add.getByRole('group', { name: 'Choose visualizations' }).waitFor()
      // the list that had the focus is gone
      await expect.poll(() => isFocused(add.getByRole('button', { name: 'Choose another query' }))).toBe(true)
      return add
    },
    async endWidget(add: Locator) {
      await add.getByRole('button', { name: /^Add .*to (the )?dashboard$/i }).click()
      await add.waitFor({ state: 'detached' })
    },
    async chooseSource(parameter: string, label: string) {
      await page.getByRole('button', { name: `Edit Source and Value of ${parameter}` }).click()
      await source.getByRole('radio', { name: label }).check()
    },
  }
}

const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const table = (page: Page, name: string) => widget(page, name).getByRole('grid')

describe('building a dashboard', () => {
  it('from nothing, with five widgets on flights, a text box, and parameters of every mapping', async () => {
    const { months, delays, routes, counter } = await storeQueries('of ours')
    const { id } = await newDashboard('Flights of ours')
    const { page } = await come(`/dashboards/${id}?edit`)
    const edit = editor(page)
    await edit.status('Saved').waitFor()
    await edit.addTextbox('# All flights\n\n| a | b |\n|---|---|\n| 1 | 2 |')
    await page.getByRole('heading', { name: 'All flights' }).waitFor()
    await edit.endWidget(await edit.beginWidget(months.name))
    await table(page, months.name).getByText('2001-01').waitFor()

    // a new parameter of the dashboard; the newest visualization is chosen, the table as well, and then it alone
    const first = await edit.beginWidget(delays.name)
    await first.getByRole('checkbox', { name: /Worst delay/, checked: true }).waitFor()
    await first.getByRole('region', { name: 'Preview of Worst delay' }).waitFor()
    await first.getByRole('checkbox', { name: /Table/ }).check()
    await first.getByRole('region', { name: 'Preview of Table' }).waitFor()
    await first.getByRole('button', { name: 'Add 2 widgets to the dashboard' }).waitFor()
    await first.getByRole('checkbox', { name: /Worst delay/ }).uncheck()
    await edit.endWidget(first)
    const origin = page.getByRole('combobox', { name: 'Origin airport' })
    await table(page, delays.name).locator('tbody tr').first().waitFor()

    // the same one for another visualization
    const second = await edit.beginWidget(delays.name)
    await second.getByText('Dashboard origin').waitFor()
    await edit.endWidget(second)

    // an existing one under another name, one of the widget, and a static value
    const third = await edit.beginWidget(routes.name)
    await edit.chooseSource('from', 'Existing dashboard parameter')
    await edit.source.getByRole('button', { name: 'OK' }).click()
    await edit.chooseSource('least', 'Widget parameter')
    await edit.source.getByRole('button', { name: 'OK' }).click()
    await edit.chooseSource('far', 'Static value')
    await edit.source.getByRole('textbox', { name: 'Value' }).fill('1000')
    await edit.source.getByRole('button', { name: 'OK' }).click()
    const rows = third.getByRole('table', { name: 'Parameters' }).getByRole('row')
    await expect
      .poll(async () => (await rows.allTextContents()).slice(1))
      .toEqual(['fromATLDashboard origin', 'least60Widget parameter', 'Farfar1000Static value'])
    await edit.endWidget(third)
    await table(page, routes.name).locator('tbody tr').first().waitFor()

    const last = await edit.beginWidget(months.name)
    await edit.endWidget(last)
    await expect.poll(() => widget(page, months.name).count()).toBe(2)

    const widgets = await storedWidgets(id)
    expect(widgets.map((one) => one.visualization?.id ?? null)).toEqual([
      null,
      months.visualizations[0]?.id,
      delays.visualizations[0]?.id,
      counter.id,
      routes.visualizations[0]?.id,
      months.visualizations[0]?.id,
    ])
    expect(widgets[4]?.options.parameterMappings).toMatchObject({
      from: { type: 'dashboard-level', mapTo: 'origin' },
      least: { type: 'widget-level', mapTo: 'least' },
      far: { type: 'static-value', value: 1000 },
    })

    // values of the dashboard's parameters are saved when editing is done
    await origin.click()
    await page.getByRole('option', { name: 'ORD' }).click()
    await page.getByRole('button', { name: /Apply Changes/ }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('p_origin')).toBe('ORD')
    await edit.done()
    await edit.bar.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(page.getByRole('main'))).toBe(true)
    expect(new URL(page.url()).searchParams.has('edit')).toBe(false)
    expect((await storedOptions(id)).parameters).toEqual([{ name: 'origin', value: 'ORD' }])

    const again = await come(`/dashboards/${id}`)
    await again.page.getByRole('combobox', { name: 'Origin airport' }).getByText('ORD').waitFor()
    await table(again.page, routes.name).locator('tbody tr').first().waitFor()
    const own = widget(again.page, routes.name).getByRole('textbox', { name: 'Least' })
    expect(await own.inputValue()).toBe('60')
    expect(await again.page.getByRole('textbox', { name: 'Far' }).count()).toBe(0)
  })
})

describe('the mappings of a widget', () => {
  it('are changed in their dialog; a title goes to all who share the parameter', async () => {
    const { delays, routes } = await storeQueries('mapped')
    const { id } = await newDashboard('Mapped')
    const add = (visualization_id: number | undefined, parameterMappings: object, row: number) =>
      ask<Widget>('POST', '/api/widgets', {
        ...{ dashboard_id: id, visualization_id, text: '', width: 1 },
        options: { position: { col: 0, row, sizeX: 6, sizeY: 8, autoHeight: false }, parameterMappings },
      })
    const shared = (name: string) => ({
      name,
      type: 'dashboard-level',
      mapTo: 'origin',
      value: null,
      title: '',
    })
    await add(delays.visualizations[0]?.id, { origin: shared('origin') }, 0)
    const second = await add(routes.visualizations[0]?.id, { from: shared('from') }, 8)
    const { page } = await come(`/dashboards/${id}`)
    const edit = editor(page)
    await table(page, delays.name).locator('tbody tr').first().waitFor()
    await page.getByRole('button', { name: `More actions for ${delays.name}` }).click()
    await page.getByRole('menuitem', { name: 'Edit Parameters' }).click()
    const dialog = edit.dialog('Parameters')

    // a wrong keyword is refused, Escape closes the popover alone
    await edit.chooseSource('origin', 'New dashboard parameter')
    await edit.source.getByRole('textbox', { name: 'Keyword' }).fill('')
    await edit.source.getByText('Keyword must have a value').waitFor()
    expect(await edit.source.getByRole('button', { name: 'OK' }).isDisabled()).toBe(true)
    await edit.source.getByRole('textbox', { name: 'Keyword' }).fill('origin')
    await edit.source.getByText('A parameter with this name already exists').waitFor()
    await page.keyboard.press('Escape')
    await edit.source.waitFor({ state: 'detached' })
    await dialog.getByText('Dashboard origin').waitFor()

    await dialog.getByRole('textbox', { name: 'Title of origin' }).fill('Start')
    await dialog.getByRole('button', { name: 'OK' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Start', { exact: true }).waitFor()
    const mappings = (await storedWidgets(id)).map(({ options }) => options.parameterMappings)
    expect(mappings).toMatchObject([{ origin: { title: 'Start' } }, { from: { title: 'Start' } }])

    // a static value takes the widget out of it, and runs it again
    await page.getByRole('button', { name: `More actions for ${routes.name}` }).click()
    await page.getByRole('menuitem', { name: 'Edit Parameters' }).click()
    await edit.chooseSource('from', 'Static value')
    await edit.source.getByRole('combobox', { name: 'Value' }).click()
    await page.getByRole('option', { name: 'DFW' }).click()
    await edit.source.getByRole('button', { name: 'OK' }).click()
    const ran = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith(`/api/queries/${routes.id}/results`),
    )
    await dialog.getByRole('button', { name: 'OK' }).click()
    expect((await ran).postDataJSON().parameters).toEqual({ from: 'DFW', least: 60, far: 500 })
    const stored = (await storedWidgets(id)).find((one) => one.id === second.id)
    expect(stored?.options.parameterMappings).toMatchObject({ from: { type: 'static-value', value: 'DFW' } })
  })
})

describe('the layout', () => {
  const textbox = (dashboard_id: number, text: string, row: number) =>
    ask<Widget>('POST', '/api/widgets', {
      ...{ dashboard_id, visualization_id: null, text, width: 1 },
      options: { position: { col: 0, row, sizeX: 3, sizeY: 3, autoHeight: false, columns: 6 }, own: 'kept' },
    })
  const placeOf = async (id: number, widgetId: number) =>
    (await storedWidgets(id)).find((one) => one.id === widgetId)?.options.position

  /** one column to the right, by keyboard */
  async function moveRight(page: Page, place: number) {
    const handle = page.getByRole('button', { name: /^Move Text ?box/ }).nth(place)
    await handle.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
  }

  it('is saved once after a series of moves, only what has moved, and again after a failure', async () => {
    const { id } = await newDashboard('Moved about')
    const first = await textbox(id, 'first', 0)
    const second = await textbox(id, 'second', 3)
    const visitor = await come(`/dashboards/${id}?edit`)
    const { page } = visitor
    const edit = editor(page)
    const saves: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/widgets/')) {
        saves.push(new URL(request.url()).pathname)
      }
    })
    await edit.status('Saved').waitFor()
    await moveRight(page, 1)
    await edit.status('Saving').waitFor()
    await moveRight(page, 1)
    await edit.status('Saved').waitFor()
    expect(saves).toEqual([`/api/widgets/${second.id}`])
    expect(await placeOf(id, second.id)).toMatchObject({ col: 2 })
    expect(await storedWidgets(id)).toMatchObject([
      { id: first.id },
      { text: 'second', options: { own: 'kept' } },
    ])

    // the server refuses for a while
    let isRefusing = true
    let status = 503
    await page.route('**/api/widgets/*', (route) =>
      isRefusing ? route.fulfill({ status, json: { message: 'Away for a moment.' } }) : route.continue(),
    )
    visitor.expectRefusal(503, /\/api\/widgets\//)
    visitor.expectRefusal(403, /\/api\/widgets\//)
    await moveRight(page, 0)
    await edit.status('Saving Failed').waitFor()
    await page.getByRole('alert').filter({ hasText: 'Error saving changes.' }).waitFor()
    // Done waits until all is saved
    status = 403
    await edit.done()
    const refusal = page.getByRole('alert').filter({ hasText: 'Error saving changes.' })
    await refusal.getByText('Permission Denied.').waitFor()
    await expect.poll(() => edit.bar.getByRole('button', { name: 'Done Editing' }).isEnabled()).toBe(true)
    expect(new URL(page.url()).searchParams.has('edit')).toBe(true)
    // who is cut off is asked before something is lost, too
    visitor.expectUnreachable()
    await visitor.context.setOffline(true)
    await page.getByRole('link', { name: 'Queries' }).first().click()
    await edit.dialog('Unsaved changes').getByRole('button', { name: 'Stay' }).click()
    await visitor.context.setOffline(false)
    isRefusing = false
    await edit.bar.getByRole('button', { name: 'Retry' }).click()
    await edit.status('Saved').waitFor()
    expect(await placeOf(id, first.id)).toMatchObject({ col: 1 })

    // what has not been saved yet goes along when a user leaves
    await moveRight(page, 0)
    await page.getByRole('link', { name: 'Queries' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Queries' }).waitFor()
    expect(await placeOf(id, first.id)).toMatchObject({ col: 2 })
  })
})

describe('what is open while editing', () => {
  it('is accessible', async () => {
    const { routes } = await storeQueries('looked at')
    const { id } = await newDashboard('Looked at')
    await ask('POST', '/api/widgets', {
      ...{ dashboard_id: id, visualization_id: routes.visualizations[0]?.id, text: '', width: 1 },
      options: {},
    })
    const { page } = await come(`/dashboards/${id}?edit`)
    const edit = editor(page)
    await table(page, routes.name).locator('tbody tr').first().waitFor()
    await edit.bar.getByRole('button', { name: 'Add Textbox' }).click()
    await edit.dialog('Add Textbox').getByRole('textbox', { name: 'Text' }).fill('## Said')
    await edit.dialog('Add Textbox').getByRole('heading', { name: 'Said' }).waitFor()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Quit editing?' }).getByRole('button', { name: 'Quit' }).click()
    await edit.dialog('Add Textbox').waitFor({ state: 'detached' })

    await edit.bar.getByRole('button', { name: 'Add Widget' }).click()
    await edit.dialog('Add Widget').getByRole('option').first().waitFor()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await edit.dialog('Add Widget').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: `More actions for ${routes.name}` }).click()
    await page.getByRole('menuitem', { name: 'Edit Parameters' }).click()
    await edit.dialog('Parameters').getByRole('textbox', { name: 'Title of from' }).waitFor()
    await edit.chooseSource('from', 'Static value')
    await edit.source.getByRole('combobox', { name: 'Value' }).waitFor()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await edit.dialog('Parameters').waitFor({ state: 'detached' })

    // where widgets are as tall as their content no control is cut off
    await page.setViewportSize({ width: 390, height: 844 })
    const controls = widget(page, routes.name).locator('fieldset')
    await expect.poll(() => controls.evaluate((area) => area.clientHeight)).toBeGreaterThan(150)
    expect(await controls.evaluate((area) => area.scrollHeight - area.clientHeight)).toBe(0)
  })
})

describe('two editors', () => {
  it('the later one is told, and nothing is overwritten', async () => {
    const { delays } = await storeQueries('contested')
    const { id, version } = await newDashboard('Contested')
    await ask('POST', '/api/widgets', {
      ...{ dashboard_id: id, visualization_id: delays.visualizations[0]?.id, text: '', width: 1 },
      options: {
        position: { col: 0, row: 0, sizeX: 6, sizeY: 8, autoHeight: false },
        parameterMappings: {
          origin: { name: 'origin', type: 'dashboard-level', mapTo: 'origin', value: null, title: '' },
        },
      },
    })
    const visitor = await come(`/dashboards/${id}?edit`)
    const { page } = visitor
    const edit = editor(page)
    await table(page, delays.name).locator('tbody tr').first().waitFor()
    await ask('POST', `/api/dashboards/${id}`, { version, name: 'Renamed by another user' })
    visitor.expectRefusal(409, /\/api\/dashboards\//)
    await edit.bar.getByRole('checkbox', { name: 'Use Dashboard Level Filters' }).click()
    const conflict = page
      .getByRole('alert')
      .filter({ hasText: 'It seems like the dashboard has been modified by another user.' })
    await conflict.getByText('Please copy/backup your changes and reload this page.').waitFor()
    expect(await edit.bar.getByRole('checkbox').isChecked()).toBe(false)
    await edit.done()
    await page
      .getByRole('alert')
      .filter({ hasText: 'Parameter values could not be saved. Your changes may not be persisted.' })
      .waitFor()
    await edit.bar.waitFor({ state: 'detached' })
    const stored = await ask<Dashboard>('GET', `/api/dashboards/${id}`)
    expect(stored).toMatchObject({ name: 'Renamed by another user', dashboard_filters_enabled: false })
    expect(stored.options).toEqual({})
  })

  it('of the same widget the later one decides, for texts and places, and loses nothing', async () => {
    const { id } = await newDashboard('Contested words')
    const place = { col: 0, row: 0, sizeX: 3, sizeY: 4, autoHeight: false }
    const stored = await ask<Widget>('POST', '/api/widgets', {
      ...{ dashboard_id: id, visualization_id: null, text: 'then', width: 1, options: { position: place } },
    })
    const saveElsewhere = (change: object) => ask('POST', `/api/widgets/${stored.id}`, change)
    const visitor = await come(`/dashboards/${id}?edit`)
    const { page } = visitor
    const edit = editor(page)
    const note = page.getByRole('article', { name: 'Text box' })
    await edit.status('Saved').waitFor()

    // another user moves it while its text is written here: both are kept
    await note.getByRole('button', { name: 'More actions for Text box' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const text = edit.dialog('Edit Textbox').getByRole('textbox', { name: 'Text' })
    const save = edit.dialog('Edit Textbox').getByRole('button', { name: 'Save' })
    await saveElsewhere({ options: { position: { ...place, col: 3 } } })
    visitor.expectRefusal(409, /\/api\/widgets\//)
    await text.fill('mine')
    await save.click()
    await edit.dialog('Edit Textbox').waitFor({ state: 'detached' })
    expect(await storedWidgets(id)).toMatchObject([{ text: 'mine', options: { position: { col: 3 } } }])

    // both write: the reader sees the other text, and decides
    await note.getByRole('button', { name: 'More actions for Text box' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await text.fill('mine again')
    await saveElsewhere({ text: 'theirs' })
    await save.click()
    const question = edit.dialog('Overwrite Widget')
    await question.getByText('theirs', { exact: true }).waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Overwrite' }).click()
    await edit.dialog('Edit Textbox').waitFor({ state: 'detached' })
    expect(await storedWidgets(id)).toMatchObject([{ text: 'mine again' }])

    // both move it: not saved until the reader has decided
    const conflict = page
      .getByRole('alert')
      .filter({ hasText: 'It seems like the dashboard has been modified by another user.' })
    const moveLeft = async () => {
      await page.getByRole('button', { name: /^Move / }).focus()
      for (const key of ['Enter', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
    }
    await saveElsewhere({ options: { position: { ...place, col: 1 } } })
    await moveLeft()
    await edit.status('Saving Failed').waitFor()
    await expectAccessible(page)
    await conflict.getByRole('button', { name: 'Reload' }).click()
    await edit.status('Saved').waitFor()
    expect(await storedWidgets(id)).toMatchObject([{ options: { position: { col: 1 } } }])
    await saveElsewhere({ options: { position: { ...place, col: 2 } } })
    await moveLeft()
    await conflict.getByRole('button', { name: 'Overwrite' }).click()
    await edit.status('Saved').waitFor()
    expect(await storedWidgets(id)).toMatchObject([{ text: 'mine again', options: { position: { col: 0 } } }])
  })
})

describe('removing widgets', () => {
  it('happens at once, and is undone from the notice with place, options and mappings', async () => {
    const { delays } = await storeQueries('to remove')
    const { id } = await newDashboard('With removals')
    const place = (col: number, row: number) => ({ col, row, sizeX: 3, sizeY: 4, autoHeight: false })
    const add = (widget: object, options: object) =>
      ask<Widget>('POST', '/api/widgets', { dashboard_id: id, text: '', width: 1, ...widget, options })
    const mapping = { name: 'origin', type: 'static-value', mapTo: 'origin', value: 'ORD', title: 'Where' }
    await add({ text: '# Delays\n\nof all airports, by month' }, { position: place(0, 0), own: 'kept' })
    await add(
      { visualization_id: delays.visualizations[0]?.id },
      { position: place(0, 4), parameterMappings: { origin: mapping } },
    )
    await add({ text: 'Last' }, { position: place(0, 8) })
    const before = await storedWidgets(id)
    const shape = (widgets: readonly Widget[]) =>
      widgets
        .map(({ text, options, visualization }) => ({ text, options, shows: visualization?.id }))
        .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

    const { page } = await come(`/dashboards/${id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.waitForURL(/\?edit$/)
    const { status } = editor(page)
    await status('Saved').waitFor()
    const tops = () =>
      Promise.all(
        ['Delays', 'Last'].map(
          async (text) => (await page.getByText(text, { exact: true }).boundingBox())?.y ?? null,
        ),
      )
    const wereAt = await tops()
    const remove = async (name: string) => {
      await page
        .getByRole('button', { name: `More actions for ${name}` })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Remove from Dashboard' }).click()
    }
    // Enter on Undo: the focus went with the widget
    await remove('Text box')
    const notice = page.getByRole('status').filter({ hasText: '“# Delays of all airp…” has been removed.' })
    await notice.waitFor()
    expect(await storedWidgets(id)).toHaveLength(2)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expectAccessible(page)
    await expect.poll(() => isFocused(notice.getByRole('button', { name: 'Undo' }))).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText('of all airports, by month').waitFor()
    await notice.waitFor({ state: 'detached' })
    await expect.poll(tops).toEqual(wereAt)
    await status('Saved').waitFor()

    await remove('Worst destinations to remove')
    await page.getByText('Table – Worst destinations to remove” has been removed.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await table(page, 'Worst destinations to remove').waitFor()
    await expect.poll(tops).toEqual(wereAt)
    await status('Saved').waitFor()
    const withoutLimits = (widgets: readonly Widget[]) =>
      shape(
        widgets.map((one) => {
          const { col, row, sizeX, sizeY, autoHeight } = one.options.position as Record<string, unknown>
          return { ...one, options: { ...one.options, position: { col, row, sizeX, sizeY, autoHeight } } }
        }),
      )
    expect(withoutLimits(await storedWidgets(id))).toEqual(shape(before))
  })
})

describe('the order of parameters', () => {
  it('is changed by keyboard in edit mode, and kept', async () => {
    const { delays, routes } = await storeQueries('in order')
    const { id } = await newDashboard('Ordered')
    const mapping = (name: string, type: string) => ({ name, type, mapTo: name, value: null, title: '' })
    await ask('POST', '/api/widgets', {
      ...{ dashboard_id: id, visualization_id: delays.visualizations[0]?.id, text: '', width: 1 },
      options: { parameterMappings: { origin: mapping('origin', 'dashboard-level') } },
    })
    const mapped = await ask<Widget>('POST', '/api/widgets', {
      ...{ dashboard_id: id, visualization_id: routes.visualizations[0]?.id, text: '', width: 1 },
      options: {
        position: { col: 0, row: 8, sizeX: 6, sizeY: 10, autoHeight: false },
        parameterMappings: {
          from: mapping('from', 'dashboard-level'),
          least: mapping('least', 'widget-level'),
          far: mapping('far', 'widget-level'),
        },
      },
    })
    const { page } = await come(`/dashboards/${id}?edit`)
    // results that come during a move change the places that its keys lead to
    await expect.poll(() => page.getByRole('main').getByRole('grid').count()).toBe(2)
    const move = async (name: string, key: string) => {
      const handle = page.getByRole('button', { name: `Move ${name}`, exact: true })
      await pickUp(page, handle, `${name} is now at place 2 of 2.`)
      await page.keyboard.press(key)
      await page.getByText(`${name} is now at place 1 of 2.`).waitFor()
      await page.keyboard.press('Space')
    }
    await move('From', 'ArrowLeft')
    await expect.poll(async () => (await storedOptions(id)).globalParamOrder).toEqual(['from', 'origin'])
    await move('Far', 'ArrowLeft')
    await expect
      .poll(async () => (await storedWidgets(id)).find((one) => one.id === mapped.id)?.options.paramOrder)
      .toEqual(['far', 'least'])
    await page.reload()
    await expect
      .poll(() =>
        page
          .getByRole('button', { name: /^Move (From|Origin airport|Far|Least)$/ })
          .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
      )
      .toEqual(['Move From', 'Move Origin airport', 'Move Far', 'Move Least'])
  })
})
