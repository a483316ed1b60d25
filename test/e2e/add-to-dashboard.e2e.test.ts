import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDashboard, createVisualization, createWidget } from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { type Guest, visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()
const patience = { timeout: 15_000 }
let query: number
let chart: number
/** of the member, with a widget in its left half */
let own: number
/** published by the admin: the member sees both, and may change the first */
let foreign: number
let closed: number

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add to Dashboard' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search a dashboard by name' })
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name })
const add = (page: Page) => dialog(page).getByRole('button', { name: 'Add', exact: true })

beforeAll(async () => {
  const { member, admin } = sextant()
  const stored = await storeQuery(sextant(), member, {
    name: 'Flights by airport',
    query: 'select origin, count(*) as flights from flights group by origin',
  })
  query = stored.id
  const visualization = await createVisualization(sextant(), {
    ...{ query_id: query, type: 'CHART', name: 'Departures' },
    options: { globalSeriesType: 'column', columnMapping: { origin: 'x', flights: 'y' } },
  })
  chart = visualization.id
  const dashboard = async (name: string, user_id: number) => {
    const { id } = await createDashboard(sextant(), { name, user_id })
    const position = { col: 0, row: 0, sizeX: 3, sizeY: 8, autoHeight: false }
    await createWidget(sextant(), { dashboard_id: id, visualization_id: chart, options: { position } })
    return id
  }
  own = await dashboard('Airports', member.id)
  foreign = await dashboard('Board of the admin', admin.id)
  closed = await dashboard('Board of nobody else', admin.id)
  await dashboard('Bookings', member.id)
})

async function widgetsOf(dashboard: number) {
  return sextant()
    .db.selectFrom('widgets')
    .select(['visualization_id', 'options', 'text'])
    .where('dashboard_id', '=', dashboard)
    .orderBy('id')
    .execute()
}

async function letMemberChange(dashboard: number): Promise<void> {
  const { db, member, admin } = sextant()
  await db
    .insertInto('access_grants')
    .values({
      ...{ object_type: 'dashboard', object_id: dashboard, access_type: 'modify' },
      ...{ grantee_id: member.id, grantor_id: admin.id },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** By the menu below the result. */
async function open({ page, query: shown }: Guest): Promise<void> {
  await shown.results.getByRole('button', { name: /^Download/ }).click()
  await page.getByRole('menuitem', { name: 'Add to Dashboard' }).click()
  await field(page).waitFor()
}

describe('Add to Dashboard', () => {
  it('finds a dashboard by name and puts the shown visualization into its first free place', async () => {
    const guest = await come(`/queries/${query}#${chart}`)
    const { page } = guest
    await guest.query.tab('Departures').waitFor()
    await open(guest)
    await option(page, 'Bookings').waitFor()
    expect(await add(page).isDisabled()).toBe(true)
    await field(page).fill('airp')
    await option(page, 'Bookings').waitFor({ state: 'detached' })
    await option(page, 'Airports').waitFor()
    await page.keyboard.press('Enter')
    await option(page, /Airports.*chosen/).waitFor()
    // no tooltip of what happens to be under the pointer
    await page.mouse.move(1, 1)
    await expectAccessible(page)
    await add(page).click()

    await page.getByText('Widget added to dashboard').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    const [, added] = await widgetsOf(own)
    expect(added).toMatchObject({ visualization_id: chart, text: '' })
    const options: unknown = typeof added?.options === 'string' ? JSON.parse(added.options) : added?.options
    expect(options).toMatchObject({ position: { col: 3, row: 0, sizeX: 3, sizeY: 8, autoHeight: false } })
    expect(options).not.toHaveProperty('parameterMappings')
    await page.getByRole('link', { name: 'Airports', exact: true }).click()
    await page.waitForURL(new RegExp(`/dashboards/${own}-airports$`))
    await page.getByRole('heading', { level: 1, name: 'Airports' }).waitFor()
  })

  it('makes a new dashboard for it', async () => {
    const { page, query: shown } = await come(`/queries/${query}/source`)
    const opener = shown.results.getByRole('button', { name: 'Add to Dashboard' })
    await opener.click()
    await field(page).press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    await opener.click()
    await field(page).fill('Brand new')
    await option(page, 'New dashboard “Brand new”').click()
    await add(page).click()
    await page.getByRole('link', { name: 'Brand new' }).click()
    await page.waitForURL(/\/dashboards\/\d+-brand-new$/)
    const id = Number(/\/(\d+)-brand-new$/.exec(page.url())?.[1])
    const widgets = await widgetsOf(id)
    expect(widgets).toHaveLength(1)
    expect(widgets[0]?.visualization_id).not.toBe(chart)
  })

  it('says which dashboards one may not change', async () => {
    await letMemberChange(foreign)
    const guest = await come(`/queries/${query}#${chart}`)
    const { page } = guest
    await guest.query.tab('Departures').waitFor()
    await open(guest)
    const board = option(page, /Board of nobody else/)
    await board.getByText('You may not change it').waitFor()
    expect(await board.getAttribute('data-combobox-disabled')).toBe('true')
    await field(page).fill('board')
    await option(page, 'Bookings').waitFor({ state: 'detached' })
    // the first that may be changed
    await page.keyboard.press('Enter')
    await option(page, /Board of the admin.*chosen/).waitFor()
    await add(page).click()
    await page.getByText('Widget added to dashboard').waitFor()
    expect(await widgetsOf(foreign)).toHaveLength(2)
    expect(await widgetsOf(closed)).toHaveLength(1)
  })

  it('says why a widget was not added, and lets one choose another dashboard', async () => {
    await letMemberChange(foreign)
    const before = await widgetsOf(foreign)
    const guest = await come(`/queries/${query}#${chart}`)
    const { page } = guest
    await guest.query.tab('Departures').waitFor()
    await open(guest)
    await option(page, 'Board of the admin').click()
    // taken back while the dialog is open
    await sextant().db.deleteFrom('access_grants').where('object_id', '=', foreign).execute()
    guest.expectRefusal(403, /api\/widgets$/)
    await add(page).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Widget not added.' })
    await alert.getByText('You do not have the permission to change “Board of the admin”.').waitFor()
    expect(await widgetsOf(foreign)).toEqual(before)
    await field(page).fill('book')
    await option(page, 'Bookings').click()
    await add(page).click()
    await page.getByText('Widget added to dashboard').waitFor()
  })

  it('is offered only for what is stored, and not for drafts that are archived', async () => {
    const offered = (page: Page) =>
      page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'Add to Dashboard' })
    const { page } = await come('/queries/new')
    await page.getByRole('button', { name: 'Execute' }).waitFor()
    expect(await offered(page).count()).toBe(0)

    const { member } = sextant()
    const { id } = await storeQuery(sextant(), member, { name: 'Put away', query: 'select 1 as one' })
    const change = (values: { is_draft?: boolean; is_archived?: boolean }) =>
      sextant().db.updateTable('queries').set(values).where('id', '=', id).execute()
    await change({ is_archived: true })
    await page.goto(`/queries/${id}`)
    await offered(page).waitFor()
    await change({ is_draft: true })
    await page.reload()
    await page.getByRole('region', { name: 'Results' }).getByRole('tab').first().waitFor()
    await expect.poll(() => offered(page).count(), patience).toBe(0)
  })
})
