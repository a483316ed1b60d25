import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createDashboard, createUser, createVisualization, createWidget } from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { widths } from './browser.ts'
import { gateIn } from './gate.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const text = (name: string, type = 'text', value: unknown = null) => ({
  ...{ name, title: name.charAt(0).toUpperCase() + name.slice(1), type, value, global: false },
})

interface Wanted {
  name?: string
  query?: string
  parameters?: object[]
  mappings?: Record<string, unknown>
  position?: Record<string, number>
  tab?: string
}

/** A widget with the table of a query of its own. */
async function addTable(dashboardId: number, wanted: Wanted = {}) {
  const { name = 'Airports', query = 'select origin, count(*) as flights from flights group by origin' } =
    wanted
  const { member } = sextant()
  const options = { apply_auto_limit: true, parameters: wanted.parameters ?? [] }
  const { id } = await storeQuery(sextant(), member, { name, query, options })
  const visualization = await createVisualization(sextant(), { query_id: id })
  const widget = await createWidget(sextant(), {
    ...{ dashboard_id: dashboardId, visualization_id: visualization.id },
    options: {
      parameterMappings: wanted.mappings ?? {},
      position: { col: 0, row: 0, sizeX: 3, sizeY: 6, ...wanted.position },
      ...(wanted.tab !== undefined && { tab: wanted.tab }),
    },
  })
  return { queryId: id, widgetId: widget.id }
}

/** A dashboard of the member, unless told otherwise. */
function dashboard(options: Parameters<typeof createDashboard>[1] = {}) {
  return createDashboard(sextant(), { user_id: sextant().member.id, ...options })
}

const isRunOf = (queryId: number) => (request: { url(): string; method(): string }) =>
  request.method() === 'POST' && new URL(request.url()).pathname === `/api/queries/${queryId}/results`

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function itemsOfMenu(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem').first().waitFor()
  const items = await page.getByRole('menuitem').allTextContents()
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  return items
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const toast = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })

describe('the address', () => {
  it('is the id with the name behind it, however the dashboard was reached', async () => {
    const { id, slug } = await dashboard({ name: 'Delays & Causes', slug: 'old-slug' })
    const { page } = await come(`/dashboards/${id}`)
    await title(page).getByText('Delays & Causes').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/dashboards/${id}-delays-causes`)
    expect(await page.title()).toBe('Delays & Causes · Sextant')

    await page.goto(`/dashboards/${id}-another-name?hide_filter=x`)
    await page.waitForURL(`**/dashboards/${id}-delays-causes?hide_filter=x`)
    await page.goto(`/dashboard/${slug}?p_region=EU`)
    await page.waitForURL(`**/dashboards/${id}-delays-causes**`)
    await title(page).getByText('Delays & Causes').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/dashboards/${id}-delays-causes`)
  })

  it('says that there is nothing where there is nothing', async () => {
    const visitor = await come('/dashboards/no-number')
    const nothing = visitor.page.getByText("It seems like the page you're looking for cannot be found.")
    await nothing.waitFor()
    visitor.expectRefusal(404, /\/api\/dashboards\/999999$/)
    await visitor.page.goto('/dashboards/999999-gone')
    await nothing.waitFor()
    visitor.expectRefusal(404, /\/api\/dashboards\/never-was\?legacy/)
    await visitor.page.goto('/dashboard/never-was')
    await nothing.waitFor()
  })
})

describe('the header', () => {
  it('renames, tags, stars, publishes, archives and brings back', async () => {
    const { id } = await dashboard({ name: 'Draft of mine', is_draft: true })
    const { page } = await come(`/dashboards/${id}`)
    await page.getByText('Unpublished', { exact: true }).waitFor()
    // the name is edited in edit mode alone
    expect(await title(page).getByRole('button').count()).toBe(0)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.waitForURL(/\?edit$/)
    await title(page).getByRole('button').click()
    await page.getByRole('textbox', { name: 'Dashboard name' }).fill('Renamed')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/dashboards/${id}-renamed?edit`)
    await page.getByRole('button', { name: 'Done Editing' }).click()
    await page.waitForURL(`**/dashboards/${id}-renamed`)

    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByRole('combobox', { name: 'Tags' }).fill('flights')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Tags' }).getByText('flights').waitFor()
    await page.getByRole('button', { name: 'Favorite: Renamed' }).click()
    await page.getByRole('button', { name: 'Favorite: Renamed', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Unpublished', { exact: true }).waitFor({ state: 'detached' })

    await page.reload()
    await page.getByRole('list', { name: 'Tags' }).getByText('flights').waitFor()
    await page.getByRole('button', { name: 'Favorite: Renamed', pressed: true }).waitFor()
    await choose(page, 'Unpublish')
    await page.getByText('Unpublished', { exact: true }).waitFor()

    await choose(page, 'Archive')
    const question = page.getByRole('dialog', { name: 'Archive Dashboard' })
    await question.getByText('“Renamed”').waitFor()
    await question.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('Archived', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Refresh', exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
    await choose(page, 'Unarchive')
    await page.getByText('Archived', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor()
  })

  it('offers readers what they may do', async () => {
    const { id } = await dashboard({ name: 'Of another user' })
    await addTable(id)
    const { page } = await come(`/dashboards/${id}?edit`, { as: sextant().viewer })
    await page.getByRole('region', { name: 'Airports', exact: true }).waitFor()
    expect(await itemsOfMenu(page)).toEqual(['Download as PNG', 'Print or save as PDF'])
    expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Done Editing' }).count()).toBe(0)
    await page.getByText('Created by', { exact: false }).first().waitFor()
  })

  it('opens a copy in a new tab, with what the address says', async () => {
    const { id } = await dashboard({ name: 'Original' })
    const { page, context } = await come(`/dashboards/${id}?hide_filter=x`)
    await title(page).waitFor()
    const opening = context.waitForEvent('page')
    await choose(page, 'Fork')
    const copy = await opening
    await copy.waitForURL(/\/dashboards\/\d+-copy-of-.*original\?hide_filter=x$/)
    await title(copy)
      .getByText(/Copy of .*Original/)
      .waitFor()
    await copy.getByText('Unpublished', { exact: true }).waitFor()
  })
})

describe('refreshing', () => {
  it('runs the queries now, and at once when an interval is chosen', async () => {
    const { id } = await dashboard()
    const { queryId } = await addTable(id)
    const { page } = await come(`/dashboards/${id}`)
    await page.getByRole('region', { name: 'Airports', exact: true }).getByRole('grid').waitFor()
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true }).first()
    const running = page.waitForRequest(isRunOf(queryId))
    await refresh.click()
    expect((await running).postDataJSON()).toMatchObject({ max_age: 0 })
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })

    const again = page.waitForRequest(isRunOf(queryId))
    await page.getByRole('button', { name: 'Auto refresh' }).click()
    await page.getByRole('menuitemradio', { name: '5 minutes' }).click()
    expect((await again).postDataJSON()).toMatchObject({ max_age: 0 })
    await page.waitForURL(/refresh=300/)
    await page.getByRole('button', { name: 'Refresh, automatic every 5 minutes' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Refresh, automatic every 5 minutes' }).waitFor()
    await page.getByRole('button', { name: 'Auto refresh' }).click()
    await page.getByRole('menuitem', { name: 'Disable auto refresh' }).click()
    await page.getByRole('button', { name: 'Refresh', exact: true }).first().waitFor()
    expect(page.url()).not.toContain('refresh')
  })

  it('is never more frequent than the settings allow', async () => {
    const { id } = await dashboard()
    const { page } = await come(`/dashboards/${id}?refresh=1`)
    await page.getByRole('button', { name: 'Refresh, automatic every 1 minute' }).waitFor()
  })
})

it('fills the screen by button, key and address, with nothing around', async () => {
  const { id } = await dashboard({ name: 'On the wall' })
  await addTable(id)
  const { page } = await come(`/dashboards/${id}`)
  await page.getByRole('region', { name: 'Airports', exact: true }).waitFor()
  await page.keyboard.press('Alt+f')
  await page.waitForURL(/\?fullscreen$/)
  await page.getByRole('button', { name: 'More actions', exact: true }).waitFor({ state: 'detached' })
  await title(page).getByText('On the wall').waitFor()
  const widget = page.getByRole('region', { name: 'Airports', exact: true })
  await expect.poll(async () => (await widget.boundingBox())?.x).toBeLessThan(60)
  await page.reload()
  await page.getByRole('button', { name: 'Leave fullscreen' }).click()
  await page.getByRole('button', { name: 'More actions', exact: true }).waitFor()
  await expect.poll(() => page.url()).not.toContain('fullscreen')
  // Escape ends it too, but not while it closes something else
  await page.keyboard.press('Alt+f')
  await page.waitForURL(/\?fullscreen$/)
  await page.getByRole('button', { name: 'Auto refresh' }).click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(page.url()).toContain('fullscreen')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.url()).not.toContain('fullscreen')
})

describe('sharing', () => {
  it('makes an address that answers, until it is switched off', async () => {
    const { id } = await dashboard({ name: 'For the public' })
    // a text that stays a value does no harm
    await addTable(id, {
      query: "select origin from flights where origin = '{{ airport }}' limit 1",
      parameters: [text('airport', 'text', 'ABE')],
    })
    const { page } = await come(`/dashboards/${id}`)
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Dashboard' })
    expect(await dialog.getByRole('switch', { name: 'Public access' }).isChecked()).toBe(false)
    await dialog.getByRole('switch', { name: 'Public access' }).click()
    const address = (await dialog.getByText(/\/public\/dashboards\//).textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Copy the public address' }).waitFor()
    await expectAccessible(page)
    const token = new URL(address).pathname.split('/').at(-1)
    const read = () => fetch(`${sextant().url}/api/dashboards/public/${token}`)
    expect((await read()).status).toBe(200)

    await dialog.getByRole('switch', { name: 'Public access' }).click()
    const question = page.getByRole('dialog', { name: 'Turn Off Public Access' })
    await question.getByText('“For the public”').waitFor()
    await question.getByRole('button', { name: 'Turn Off' }).click()
    await dialog.getByText(/\/public\/dashboards\//).waitFor({ state: 'detached' })
    expect((await read()).status).toBeGreaterThanOrEqual(400)
  })

  it('is refused where strangers could fill in any text, and says what failed', async () => {
    const { id } = await dashboard({ name: 'Ours' })
    const { widgetId } = await addTable(id, {
      query: 'select origin from flights order by {{ airport }} limit 1',
      parameters: [text('airport', 'text', 'origin')],
    })
    const visitor = await come(`/dashboards/${id}`)
    const { page } = visitor
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Dashboard' })
    await dialog.getByRole('alert').getByText('This dashboard cannot be shared: Airport').waitFor()
    expect(await dialog.getByRole('switch').isDisabled()).toBe(true)

    const fixed = { name: 'airport', type: 'static-value', mapTo: 'airport', value: 'origin', title: '' }
    await sextant()
      .db.updateTable('widgets')
      .set({
        options: JSON.stringify({ parameterMappings: { airport: fixed } }),
        static_values_by: JSON.stringify({ airport: sextant().admin.id }),
      })
      .where('id', '=', widgetId)
      .execute()
    await page.reload()
    await page.route('**/share', (route) => route.fulfill({ status: 500, body: '' }))
    visitor.expectRefusal(500, /\/share$/)
    await page.getByRole('button', { name: 'Share' }).click()
    await dialog.getByRole('switch', { name: 'Public access' }).click()
    await toast(page, 'Failed to turn on sharing for this dashboard').waitFor()
    expect(await dialog.getByRole('switch').isChecked()).toBe(false)

    // what lets text in later is told of at once, and whenever a user looks
    await page.unroute('**/share')
    await dialog.getByRole('switch', { name: 'Public access' }).click()
    await dialog.getByText(/\/public\/dashboards\//).waitFor()
    expect(await dialog.getByText(/^Visitors do not get/).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'More actions for Airports' }).click()
    await page.getByRole('menuitem', { name: 'Edit Parameters' }).click()
    await page.getByRole('button', { name: 'Edit Source and Value of airport' }).click()
    const source = page.getByRole('dialog', { name: 'Edit Source and Value' })
    await source.getByRole('radio', { name: 'Widget parameter' }).check()
    await source.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('dialog', { name: 'Parameters' }).getByRole('button', { name: 'OK' }).click()
    await page.getByText('Visitors of the public dashboard “Ours” no longer see this query').waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    await dialog.getByText(/^Visitors do not get the results of every widget: Airport can be/).waitFor()
    await expectAccessible(page)
  })
})

describe('two people', () => {
  it('are told when one was quicker: nothing is overwritten', async () => {
    const { id } = await dashboard({ name: 'Contested' })
    const first = await come(`/dashboards/${id}`)
    const second = await come(`/dashboards/${id}`, { as: sextant().admin })
    await title(second.page).waitFor()
    await first.page.getByRole('button', { name: 'Add tag' }).click()
    await first.page.getByRole('combobox', { name: 'Tags' }).fill('quick')
    await first.page.keyboard.press('Enter')
    await first.page.keyboard.press('Enter')
    await first.page.getByRole('list', { name: 'Tags' }).getByText('quick').waitFor()

    second.expectRefusal(409, new RegExp(`/api/dashboards/${id}$`))
    await second.page.getByRole('button', { name: 'Edit', exact: true }).click()
    await title(second.page).getByRole('button').click()
    await second.page.getByRole('textbox', { name: 'Dashboard name' }).fill('Mine now')
    await second.page.keyboard.press('Enter')
    const conflict = toast(second.page, 'It seems like the dashboard has been modified by another user.')
    await conflict.getByText('Please copy/backup your changes and reload this page.').waitFor()
    await title(second.page).getByText('Contested').waitFor()
    await second.page.reload()
    await second.page.getByRole('list', { name: 'Tags' }).getByText('quick').waitFor()
  })

  it('share the right to edit, as long as the owner wants', async () => {
    await sextant()
      .db.updateTable('organizations')
      .set({ settings: JSON.stringify({ feature_show_permissions_control: true }) })
      .execute()
    const colleague = await createUser(sextant(), { name: 'Carla Colleague', email: 'carla@example.com' })
    const { id } = await dashboard({ name: 'Of both' })
    const owner = await come(`/dashboards/${id}`)
    await choose(owner.page, 'Manage Permissions')
    const dialog = owner.page.getByRole('dialog', { name: 'Manage Permissions' })
    await dialog.getByText('Author', { exact: true }).waitFor()
    await dialog.getByRole('combobox', { name: 'Add users' }).fill('carla@')
    await dialog.getByRole('option', { name: /Carla Colleague/ }).click()
    await dialog.getByRole('button', { name: 'Remove Carla Colleague' }).waitFor()

    const other = await come(`/dashboards/${id}`, { as: colleague })
    await other.page.getByRole('button', { name: 'Add tag' }).click()
    expect(await itemsOfMenu(other.page)).not.toContain('Manage Permissions')
    await dialog.getByRole('button', { name: 'Remove Carla Colleague' }).click()
    await dialog.getByRole('button', { name: 'Remove Carla Colleague' }).waitFor({ state: 'detached' })
    other.expectRefusal(403, new RegExp(`/api/dashboards/${id}$`))
    await choose(other.page, 'Unpublish')
    const refusal = toast(other.page, 'Dashboard update failed')
    await refusal.getByText('Permission Denied.').waitFor()
  })
})

describe('parameters', () => {
  it('stand in the address, and run just the widgets that take them', async () => {
    const { id } = await dashboard()
    const region = { name: 'place', type: 'dashboard-level', mapTo: 'airport', value: null, title: '' }
    const parameters = [text('place', 'text-pattern', 'ABE')].map((one) => ({ ...one, regex: '.*' }))
    const query = "select '{{ place }}' as place"
    const mapped = await addTable(id, { name: 'Mapped', query, parameters, mappings: { place: region } })
    const own = await addTable(id, { name: 'Own', query, parameters, position: { col: 3 } })
    const { page } = await come(`/dashboards/${id}?p_airport=ORD`)
    const widget = (name: string) => page.getByRole('region', { name, exact: true })
    await widget('Mapped').getByRole('gridcell', { name: 'ORD' }).waitFor()
    await widget('Own').getByRole('gridcell', { name: 'ABE' }).waitFor()
    await page.waitForURL(new RegExp(`p_airport=ORD&p_w${own.widgetId}_place=ABE`))

    const runs: number[] = []
    page.on('request', (request) => {
      for (const { queryId } of [mapped, own]) if (isRunOf(queryId)(request)) runs.push(queryId)
    })
    const field = page.getByRole('group', { name: 'Parameters' }).first().getByRole('textbox')
    await field.fill('LAX')
    await page.getByRole('button', { name: /Apply Changes/ }).click()
    await widget('Mapped').getByRole('gridcell', { name: 'LAX' }).waitFor()
    await page.waitForURL(/p_airport=LAX/)
    expect(runs).toEqual([mapped.queryId])

    await widget('Own').getByRole('textbox').fill('SFO')
    await widget('Own')
      .getByRole('button', { name: /Apply Changes/ })
      .click()
    await widget('Own').getByRole('gridcell', { name: 'SFO' }).waitFor()
    await page.waitForURL(new RegExp(`p_w${own.widgetId}_place=SFO`))
    expect(runs).toEqual([mapped.queryId, own.queryId])
    await page.reload()
    await widget('Own').getByRole('gridcell', { name: 'SFO' }).waitFor()
    await page.goto(`${page.url()}&hide_filter=AIRPORT`)
    await widget('Mapped').getByRole('gridcell', { name: 'LAX' }).waitFor()
    await page.getByRole('group', { name: 'Parameters' }).waitFor()
    expect(await page.getByRole('group', { name: 'Parameters' }).count()).toBe(1)
  })
})

describe('filters of the dashboard', () => {
  it('hold for all widgets with such a column, by option or by address', async () => {
    const { id } = await dashboard({ dashboard_filters_enabled: true })
    const query = (what: string) =>
      `select * from (values ('EU', '${what} one'), ('US', '${what} two')) as t("area::filter", thing)`
    await addTable(id, { name: 'Left', query: query('left') })
    await addTable(id, { name: 'Right', query: query('right'), position: { col: 3 } })
    const { page } = await come(`/dashboards/${id}`)
    await page.getByRole('gridcell', { name: 'left one' }).waitFor()
    await page.getByRole('gridcell', { name: 'right one' }).waitFor()
    const filters = page.getByRole('main').getByRole('combobox', { name: 'Area' })
    // that of the dashboard comes above those of the two widgets, when its code is there
    await filters.nth(2).waitFor()
    await filters.first().click()
    await page.getByRole('option', { name: 'US' }).click()
    await page.getByRole('gridcell', { name: 'left two' }).waitFor()
    await page.getByRole('gridcell', { name: 'right two' }).waitFor()

    await sextant().db.updateTable('dashboards').set({ dashboard_filters_enabled: false }).execute()
    await page.goto(`/dashboards/${id}?area::filter=US`)
    await page.getByRole('gridcell', { name: 'left two' }).waitFor()
    await page.getByRole('gridcell', { name: 'right two' }).waitFor()
  })
})

describe('the place of the filters', () => {
  it.each(widths)('is kept from the first paint: no widget moves when they come, %i wide', async (width) => {
    const { id } = await dashboard({ dashboard_filters_enabled: true })
    const gate = await gateIn(sextant().flightsUrl)
    try {
      const rows = `(values ('EU', 1, 'first'), ('US', 2, 'second')) as t("area::filter", "n::multiFilter", thing)`
      await addTable(id, { query: `select * from ${rows}, lateral (select ${gate.waits} is null as b) w` })
      const { page } = await come(`/dashboards/${id}`, { width })
      const widget = page.getByRole('region', { name: 'Airports', exact: true })
      const filters = page.getByRole('main').getByRole('combobox', { name: 'Area' })
      await widget.getByText('Executing query…').waitFor()
      const top = async () => (await widget.boundingBox())?.y ?? 0
      const before = await top()
      expect(await filters.count()).toBe(0)
      await gate.open()
      await page.getByRole('gridcell', { name: 'first' }).waitFor()
      // that of the dashboard, and that of the widget
      await expect.poll(() => filters.count()).toBe(2)
      expect(await top()).toBeCloseTo(before, 0)
    } finally {
      await gate.end()
    }
  })
})

describe('tabs', () => {
  it('are added, renamed, moved and removed; the address says which is shown', async () => {
    const { id } = await dashboard({ name: 'Long' })
    await addTable(id)
    const { page } = await come(`/dashboards/${id}?edit`)
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    const nameIt = async (dialog: string, name: string) => {
      await page.getByRole('dialog', { name: dialog }).getByRole('textbox', { name: 'Name' }).fill(name)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: 'Add Tab' }).click()
    await nameIt('Add Tab', 'Details')
    await page.waitForURL(/tab=2/)
    await page.getByText('This tab is empty').waitFor()
    await tab('Overview').click()
    await page.getByRole('region', { name: 'Airports', exact: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('This tab is empty').waitFor()

    await page.getByRole('button', { name: 'Change the tab Details' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await nameIt('Rename Tab', 'Causes')
    await tab('Causes').waitFor()
    await page.getByRole('button', { name: 'Change the tab Causes' }).click()
    await page.getByRole('menuitem', { name: 'Move left' }).click()
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['Causes', 'Overview'])
    await page.getByRole('button', { name: 'Done Editing' }).click()
    await page.reload()
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['Causes', 'Overview'])
    await expectAccessible(page)
  })

  it('let widgets go from one to the other, and hand them over when they are removed', async () => {
    const tabs = ['1', '2', '3'].map((key) => ({ id: key, name: `Part ${key}` }))
    const { id } = await dashboard({ name: 'Parts', options: { tabs } })
    await addTable(id, { name: 'First', tab: '1' })
    await addTable(id, { name: 'Second', tab: '2' })
    const { page } = await come(`/dashboards/${id}?edit&tab=2`)
    const widget = (name: string) => page.getByRole('region', { name, exact: true })
    await widget('Second').waitFor()
    expect(await widget('First').count()).toBe(0)
    await widget('Second').getByRole('button', { name: 'More actions for Second' }).click()
    await page.getByRole('menuitem', { name: 'Move to “Part 3”' }).click()
    await page.getByText('This tab is empty').waitFor()
    await page.getByRole('tab', { name: 'Part 3' }).click()
    await widget('Second').waitFor()

    await page.getByRole('button', { name: 'Change the tab Part 3' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    const question = page.getByRole('dialog', { name: 'Remove Tab' })
    await question.getByText('its widget moves to “Part 1”').waitFor()
    await question.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('tab', { name: 'Part 3' }).waitFor({ state: 'detached' })
    await widget('Second').waitFor()
    await widget('First').waitFor()
    await page.reload()
    await widget('Second').waitFor()
    // beside what stands there, in the first free place
    const boxes = () => Promise.all(['First', 'Second'].map((name) => widget(name).boundingBox()))
    await expect
      .poll(async () => {
        const [first, second] = await boxes()
        return first?.y === second?.y && (second?.x ?? 0) >= (first?.x ?? 0) + (first?.width ?? 0)
      })
      .toBe(true)
  })
})

describe('an empty dashboard', () => {
  it('tells editors how to begin', async () => {
    const { id } = await dashboard({ name: 'New' })
    const { page } = await come(`/dashboards/${id}`)
    await page.getByRole('button', { name: 'Add Widget' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Add Textbox' }).click()
    await page.getByRole('dialog', { name: 'Add Textbox' }).waitFor()
    await page.waitForURL(/\?edit$/)
  })

  it('tells readers just that', async () => {
    const { id } = await dashboard({
      options: {
        tabs: [
          { id: '1', name: 'Full' },
          { id: '2', name: 'Void' },
        ],
      },
    })
    await addTable(id)
    const { page } = await come(`/dashboards/${id}?tab=2`, { as: sextant().viewer })
    await page.getByText('This tab is empty').waitFor()
    expect(await page.getByRole('button', { name: 'Add Widget' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Full' }).click()
    await page.getByRole('region', { name: 'Airports', exact: true }).waitFor()
  })

  it('is not shown to those who may not see it', async () => {
    const { id } = await dashboard({ is_draft: true })
    const visitor = await come('/', { as: sextant().viewer })
    visitor.expectRefusal(403, new RegExp(`/api/dashboards/${id}$`))
    await visitor.page.goto(`/dashboards/${id}`)
    await visitor.page.getByText('It seems like you don’t have permission to see this page.').waitFor()
  })
})

it('is one column on a phone, where the menu has what the header has no room for', async () => {
  const { id } = await dashboard({ name: 'In the pocket', is_draft: true })
  await addTable(id, { name: 'First' })
  await addTable(id, { name: 'Second', position: { col: 3 } })
  const { page } = await come(`/dashboards/${id}`, { width: 390 })
  const widget = (name: string) => page.getByRole('region', { name, exact: true })
  const places = () => Promise.all(['First', 'Second'].map((name) => widget(name).boundingBox()))
  const isBelow = async () => {
    const [first, second] = await places()
    if (!first || !second) return false
    return second.x === first.x && second.y >= first.y + first.height
  }
  await expect.poll(isBelow).toBe(true)
  await choose(page, 'Publish')
  await page.getByText('Unpublished', { exact: true }).waitFor({ state: 'detached' })
  expect(await itemsOfMenu(page)).toEqual(
    expect.arrayContaining(['Fork', 'Share', 'Fullscreen', 'Unpublish', 'Archive', 'Download as PNG']),
  )
  await choose(page, 'Share')
  await page.getByRole('dialog', { name: 'Share Dashboard' }).waitFor()
  await expectAccessible(page)
})

it('prints all widgets in light colors, and nothing else', async () => {
  const { id } = await dashboard({ name: 'On paper' })
  await createWidget(sextant(), {
    ...{ dashboard_id: id, text: 'A far **note**' },
    options: { position: { col: 0, row: 60, sizeX: 6, sizeY: 4 } },
  })
  await addTable(id, { position: { sizeX: 6, sizeY: 60 } })
  const { page } = await come(`/dashboards/${id}`, { theme: 'dark' })
  await page.getByRole('region', { name: 'Airports', exact: true }).getByRole('grid').waitFor()
  await page.evaluate(() => {
    window.print = () => {
      const { mantineColorScheme } = document.documentElement.dataset
      document.title = `${mantineColorScheme} ${document.body.textContent.includes('A far note')}`
    }
  })
  await choose(page, 'Print or save as PDF')
  await expect.poll(() => page.title()).toBe('light true')
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'More actions', exact: true }).isVisible()).toBe(false)
  await title(page).getByText('On paper').waitFor()
})
