import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlert, createDestination, createSubscription } from '#test/alert-factories.ts'
import { createDataSource } from '#test/factories.ts'
import { type ChannelReceiver, startChannelReceiver } from '#test/live/channel-receiver.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectAccessibleInEveryView } from './accessible.ts'
import { postgresOptions } from './databases.ts'
import { choose } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { isFocused, tabTo } from './tab-to.ts'
import { visitorsOfSextant } from './visitors.ts'

// the receiver listens on this machine
const { sextant, come } = visitorsOfSextant({ SEXTANT_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' })
let receiver: ChannelReceiver
let watched: number
let numbers: number
let destination: { id: number; name: string }

beforeAll(async () => {
  receiver = await startChannelReceiver()
  const { pool, databaseUrl, member, viewerGroup, organization } = sextant()
  await pool.query('create table watched as select 5 as n, 7 as m')
  const { id: dataSource } = await createDataSource(sextant(), {
    name: 'Numbers',
    options: postgresOptions(databaseUrl),
    groups: { [organization.defaultGroup]: false, [viewerGroup]: true },
  })
  numbers = dataSource
  const on = { ...sextant(), dataSource }
  const query = await storeQuery(on, member, { name: 'Numbers today', query: 'select n, m from watched' })
  watched = query.id
  await storeQuery(on, member, { name: 'Numbers with a parameter', query: 'select {{n}} as n' })
  await ask('POST', '/api/queries', {
    ...{ name: 'Numbers, a draft', data_source_id: dataSource, query: 'select 1', options: {} },
  })
  destination = await createDestination(sextant(), {
    name: 'Operations room',
    options: { url: `${receiver.address}/webhook/canary` },
  })
  await run(5)
})
afterAll(() => receiver?.close())

/** The API, as the member uses it. */
async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const reply = await fetch(sextant().url + path, {
    method,
    headers: { authorization: `Key ${sextant().member.api_key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

/** The data changes, and a user runs the query. */
async function run(n: number, query = watched): Promise<void> {
  await sextant().pool.query('update watched set n = $1', [n])
  let { job } = await ask<{ job: { id: string; status: number } }>('POST', `/api/queries/${query}/results`, {
    max_age: 0,
  })
  while (job.status < 3) job = (await ask<{ job: typeof job }>('GET', `/api/jobs/${job.id}?wait=5`)).job
  expect(job.status).toBe(3)
}

const alertOfMember = (given: Parameters<typeof createAlert>[1] = {}) =>
  createAlert(sextant(), {
    ...{ query_id: watched, user_id: sextant().member.id, options: { column: 'n', op: '>', value: 10 } },
    ...given,
  })

/** What the receiver was told, of one alert. */
const told = (id: number) =>
  receiver.requests
    .map(({ body }) => (JSON.parse(body) as { alert: { id: number; state: string } }).alert)
    .filter((alert) => alert.id === id)
    .map(({ state }) => state)

const current = (page: Page) => page.getByRole('status', { name: 'Current value' })
const evaluations = (page: Page) => page.getByRole('group', { name: 'Evaluations' }).getByRole('row')
const stateOf = (page: Page) => page.getByRole('heading', { level: 1 })
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

/** Opens the list that has the focus and goes down to an option, like a user who looks at what is marked. */
async function chooseByKeys(page: Page, option: string): Promise<void> {
  const marked = () =>
    page.evaluate(() => document.querySelector('[role="option"][data-combobox-selected]')?.textContent ?? '')
  await page.keyboard.press('ArrowDown')
  // the list opens at what is chosen
  await expect.poll(marked).not.toBe('')
  for (let now = await marked(), steps = 0; now !== option && steps < 6; now = await marked(), steps++) {
    await page.keyboard.press('ArrowDown')
    // a key that has not been worked off would move the mark on after it was read
    await expect.poll(marked).not.toBe(now)
  }
  expect(await marked()).toBe(option)
  await page.keyboard.press('Enter')
}

/** Until the page has read it again. */
async function reloadUntil(page: Page, shown: () => Locator): Promise<void> {
  await page.reload()
  await shown().waitFor()
}

describe('an alert', () => {
  it('is made, told once when it is triggered, once when it is back to normal, and not while it is muted', async () => {
    const { page } = await come('/')
    await page.getByRole('link', { name: 'Create your first alert' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' }).click()
    await page.getByText('Get notified on certain events.').waitFor()
    await expectAccessible(page, { within: 'main' })
    await page.getByRole('main').getByRole('link', { name: 'New Alert' }).first().click()
    const create = page.getByRole('button', { name: 'Create Alert' })
    await create.waitFor()
    expect(await create.isDisabled()).toBe(true)

    // neither drafts nor queries with parameters
    await page.getByRole('combobox', { name: 'Search a query by name' }).fill('numbers')
    const option = (name: string) => page.getByRole('option', { name })
    // the list of what was typed has taken the place of the recent ones
    await page.getByText('Recent', { exact: true }).waitFor({ state: 'detached' })
    await option('Numbers, a draft').waitFor()
    expect(await option('Numbers, a draft').isDisabled()).toBe(true)
    expect(await option('Numbers with a parameter').isDisabled()).toBe(true)
    await option('Numbers today').click()

    // the first column, and what the condition finds in the newest result
    await current(page).getByText('The condition holds: 5 > 1.').waitFor()
    expect(await page.getByRole('combobox', { name: 'Value column' }).inputValue()).toBe('n')
    await field(page, 'Threshold').fill('many')
    await page.getByText("Value column type doesn't match threshold type.").waitFor()
    await create.click()
    await expect.poll(() => isFocused(field(page, 'Threshold'))).toBe(true)
    await field(page, 'Threshold').fill('10')
    await current(page).getByText('The condition does not hold: 5 > 10.').waitFor()
    expect(await field(page, 'Name').getAttribute('placeholder')).toBe('Numbers today: n > 10')
    await create.click()
    await page.getByText('Saved.').waitFor()
    await page.waitForURL(/\/alerts\/\d+$/)
    const id = Number(/\d+$/.exec(page.url())?.[0])
    await page.getByRole('heading', { name: 'Numbers today: n > 10' }).waitFor()
    await page.getByText('This query has no refresh schedule').waitFor()
    await page.getByText('Not evaluated yet').waitFor()
    await page.getByText('Its state is unknown until the next result of the query is evaluated.').waitFor()

    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Alert Destinations' })
    await dialog.getByRole('checkbox', { name: destination.name }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Subscribed.').waitFor()
    await page.getByRole('button', { name: `Remove ${destination.name}` }).waitFor()

    await run(50)
    await expect.poll(() => told(id)).toEqual(['triggered'])
    await run(51)
    await run(9)
    await expect.poll(() => told(id)).toEqual(['triggered', 'ok'])
    await reloadUntil(page, () => stateOf(page).getByText('OK'))
    expect(await evaluations(page).nth(1).textContent()).toMatch(
      /Triggered.*OK.*9.*does not hold.*changed.*sent/,
    )
    expect(await evaluations(page).nth(2).textContent()).toContain('notified once')

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Mute Notifications' }).click()
    await page.getByText('Notifications have been muted.').waitFor()
    await page.getByRole('heading', { name: 'Notifications are muted' }).waitFor()
    await run(60)
    await reloadUntil(page, () => stateOf(page).getByText('Triggered'))
    await evaluations(page).nth(1).getByText('Notifications are muted, so nobody was notified.').waitFor()
    await page.getByRole('button', { name: 'Unmute Notifications' }).click()
    await page.getByText('Notifications have been restored.').waitFor()
    await page.getByRole('heading', { name: 'Notifications are muted' }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Evaluate' }).click()
    await page.getByText('Alert evaluated. Refresh page for updated status.').waitFor()
    // the page has looked for itself
    await evaluations(page).nth(1).getByText('By hand').waitFor()
    await expect.poll(() => told(id)).toEqual(['triggered', 'ok', 'triggered'])

    // admins see what has left, and the answers
    const { page: ofAdmin } = await come(`/alerts/${id}`, { as: sextant().admin })
    const deliveries = ofAdmin.getByRole('region', { name: 'Deliveries' })
    await deliveries.getByRole('row').nth(3).waitFor()
    await deliveries
      .getByRole('button', { name: /^Attempts of delivery/ })
      .first()
      .click()
    await ofAdmin.getByRole('list', { name: 'Attempts' }).getByText('Sent').waitFor()
    expect(await page.getByRole('heading', { name: 'Deliveries' }).count()).toBe(0)
    await expectAccessible(ofAdmin)
  })

  it('takes destinations before it is saved, proposes a column of numbers and says nothing wrong at first', async () => {
    const on = { ...sextant(), dataSource: numbers }
    const { member } = sextant()
    const { id } = await storeQuery(on, member, {
      ...{ name: 'Stock by city', query: "select 'Lyon' as city, 12 as stock" },
    })
    await run(5, id)
    const { page } = await come('/alerts/new')
    await page.getByRole('combobox', { name: 'Search a query by name' }).fill('stock by')
    await page.getByRole('option', { name: 'Stock by city' }).click()
    await current(page).getByText('The condition holds: 12 > 1.').waitFor()
    expect(await page.getByRole('combobox', { name: 'Value column' }).inputValue()).toBe('stock')
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0)
    const part = page.getByRole('region', { name: 'Destinations' })
    await part.getByRole('button', { name: 'Add' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Alert Destinations' })
    await dialog.getByRole('checkbox', { name: destination.name }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await part.getByText(destination.name).waitFor()
    await part.getByRole('switch', { name: member.email }).click()
    await expectAccessible(page, { within: 'main' })
    expect(page.url()).toMatch(/new$/)
    await page.getByRole('button', { name: 'Create Alert' }).click()
    await page.waitForURL(/\/alerts\/\d+$/)

    // nothing beside the state says the contrary
    await stateOf(page).getByText('Unknown').waitFor()
    await current(page).getByText('The condition holds: 12 > 1.').waitFor()
    expect(await page.getByText('Triggered', { exact: true }).count()).toBe(0)
    const side = page.getByRole('complementary', { name: 'Destinations' })
    await side.getByText(destination.name).waitFor()
    await expect.poll(() => side.getByRole('switch', { name: member.email }).isChecked()).toBe(true)

    await page.getByRole('link', { name: 'Edit' }).click()
    await part.getByText(destination.name).waitFor()
    await part.getByRole('button', { name: `Remove ${destination.name}` }).click()
    await part.getByText(destination.name).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Cancel' }).click()
    await side.getByRole('switch', { name: member.email }).waitFor()
    expect(await side.getByText(destination.name).count()).toBe(0)
  })

  it('is made with the keyboard alone, with its own words and interval', async () => {
    const { page } = await come('/alerts/new')
    await page.getByRole('combobox', { name: 'Search a query by name' }).focus()
    await page.keyboard.type('numbers today')
    const found = page.locator('[role="option"][data-combobox-selected]')
    await expect.poll(() => found.textContent()).toContain('Numbers today')
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(field(page, 'Name'))).toBe(true)
    await page.keyboard.type('By keys')
    await tabTo(page, page.getByRole('combobox', { name: 'When triggered, send notification' }))
    await chooseByKeys(page, 'At most every')
    await tabTo(page, field(page, 'Interval'))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('3')
    await tabTo(page, page.getByRole('combobox', { name: 'Unit' }))
    await chooseByKeys(page, 'Days')
    await tabTo(page, page.getByRole('combobox', { name: 'Template' }))
    await chooseByKeys(page, 'Use custom template')
    await tabTo(page, field(page, 'Body'))
    await page.keyboard.type('Now ')
    await tabTo(page, page.getByRole('button', { name: 'QUERY_RESULT_VALUE' }))
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(field(page, 'Body'))).toBe(true)
    // what saves comes last
    await tabTo(page, page.getByRole('button', { name: 'Create Alert' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'By keys' }).waitFor()
    await page.getByText('At most every 3 days').waitFor()
    await page.getByText('Now {{QUERY_RESULT_VALUE}}').waitFor()
  })

  it('is edited with the keyboard alone', async () => {
    const { id } = await alertOfMember({ name: 'By keyboard' })
    const { page } = await come(`/alerts/${id}`)
    await page.getByRole('link', { name: 'Edit' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/edit')
    await current(page).getByText('The condition').waitFor()
    await field(page, 'Name').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Renamed by keyboard')
    // help, selector, column
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await chooseByKeys(page, 'Minimum')
    expect(await page.getByRole('combobox', { name: 'Selector' }).inputValue()).toBe('Minimum')
    await page.keyboard.press('Tab')
    await chooseByKeys(page, 'm')
    expect(await page.getByRole('combobox', { name: 'Value column' }).inputValue()).toBe('m')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('6')
    await current(page).getByText('The condition holds: 7 > 6.').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/alerts/${id}`)
    await page.getByRole('heading', { name: 'Renamed by keyboard' }).waitFor()
    await page.getByText('Minimum of').waitFor()
    expect(await ask('GET', `/api/alerts/${id}`)).toMatchObject({
      ...{ name: 'Renamed by keyboard', rearm: 0 },
      options: { selector: 'min', column: 'm', op: '>', value: '6' },
    })
  })

  it('has a template of its own, with a preview, until the default is wanted back', async () => {
    const { id } = await alertOfMember({ name: 'In own words', rearm: 604_800 })
    const guest = await come(`/alerts/${id}/edit`)
    const { page } = guest
    await current(page).getByText('The condition').waitFor()
    expect(await page.getByRole('combobox', { name: 'Unit' }).inputValue()).toBe('Weeks')
    await choose(page.getByRole('main'), 'Template', 'Use custom template')
    await field(page, 'Subject').fill('{{ALERT_NAME}}!')
    await field(page, 'Body').fill('{{#QUERY_RESULT_ROWS')
    await page.getByText('The template cannot be read').waitFor()
    await field(page, 'Body').fill('Now ')
    await page.getByRole('button', { name: 'QUERY_RESULT_VALUE' }).click()
    expect(await field(page, 'Body').inputValue()).toBe('Now {{QUERY_RESULT_VALUE}}')
    const preview = page.getByRole('region', { name: 'Preview', exact: true })
    await preview.getByText('In own words!').waitFor()
    await preview.getByText(/^Now \d+$/).waitFor()
    // away from the tooltip
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    await expectAccessibleInBothThemes(page, undefined, { within: 'main' })

    // what fails keeps what was typed
    guest.expectRefusal(503, /\/api\/alerts\/\d+$/)
    await page.route(`**/api/alerts/${id}`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { message: 'The database is down.' } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Failed saving alert.').waitFor()
    expect(await field(page, 'Subject').inputValue()).toBe('{{ALERT_NAME}}!')
    await page.unroute(`**/api/alerts/${id}`)

    // leaving asks
    await page.getByRole('link', { name: 'Cancel' }).click()
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.waitForURL(`**/alerts/${id}`)
    await page.getByText('At most every week').waitFor()
    await page.getByText('Now {{QUERY_RESULT_VALUE}}').waitFor()

    await page.getByRole('link', { name: 'Edit' }).click()
    await choose(page.getByRole('main'), 'Template', 'Use default template')
    const discard = page.getByRole('dialog', { name: 'Use default template' })
    await discard.getByRole('button', { name: 'Discard' }).click()
    await field(page, 'Subject').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('In the usual words').waitFor()
    expect(await ask('GET', `/api/alerts/${id}`)).toMatchObject({
      options: { custom_subject: null, custom_body: null },
      rearm: 604_800,
    })
  })

  it('is only to be looked at by those who do not own it; their own subscription is theirs', async () => {
    const { id } = await alertOfMember({ name: 'Another user’s' })
    const { admin, viewer } = sextant()
    await createSubscription(sextant(), {
      ...{ alert_id: id, user_id: admin.id, destination_id: destination.id },
    })
    const { page } = await come(`/alerts/${id}/edit`, { as: viewer })
    await page.getByText('You do not have sufficient permissions to edit this alert.').first().waitFor()
    await page.waitForURL(`**/alerts/${id}`)
    await page.getByText(destination.name).waitFor()
    expect(await page.getByRole('button', { name: 'Edit' }).getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: `Remove ${destination.name}` }).count()).toBe(0)
    const mail = page.getByRole('switch', { name: viewer.email })
    await mail.click()
    await page.getByText('Subscribed.').waitFor()
    await expect.poll(() => mail.isChecked()).toBe(true)
    await page.reload()
    await expect.poll(() => mail.isChecked()).toBe(true)
    await mail.click()
    await expect.poll(() => mail.isChecked()).toBe(false)
    const { rows } = await sextant().pool.query(
      'select user_id from alert_subscriptions where alert_id = $1',
      [id],
    )
    expect(rows).toEqual([{ user_id: admin.id }])
  })

  it('tells which destinations could not be added', async () => {
    const { id } = await alertOfMember({ name: 'Half told' })
    const gone = await createDestination(sextant(), { name: 'Soon gone' })
    const guest = await come(`/alerts/${id}`)
    const { page } = guest
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Alert Destinations' })
    await dialog.getByRole('checkbox', { name: destination.name }).check()
    await dialog.getByRole('checkbox', { name: 'Soon gone' }).check()
    await sextant().pool.query('delete from destinations where id = $1', [gone.id])
    guest.expectRefusal(400, /\/subscriptions$/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Failed to save some of selected items.').waitFor()
    expect(await dialog.getByRole('checkbox', { name: 'Soon gone' }).isChecked()).toBe(true)
    expect(await dialog.getByRole('checkbox', { name: destination.name }).isDisabled()).toBe(true)
  })
})

describe('the list of alerts', () => {
  it('is searched and ordered, and found again by the palette and the audit log', async () => {
    await alertOfMember({ name: 'Zebra', state: 'triggered', options: { column: 'n', muted: true } })
    await alertOfMember({ name: 'Aardvark', state: 'ok' })
    const { page } = await come('/alerts?q=a+r')
    const names = () => page.getByRole('main').locator('[data-row-link]').allTextContents()
    await expect.poll(names).toEqual(expect.arrayContaining(['Aardvark', 'Zebra']))
    await page.getByRole('img', { name: 'Notifications are muted' }).waitFor()
    await page.getByRole('button', { name: 'Name' }).click()
    await page.waitForURL(/order=name/)
    expect((await names())[0]).toBe('Aardvark')
    await page.getByRole('searchbox', { name: 'Search alerts' }).fill('zebra')
    await expect.poll(names).toEqual(['Zebra'])
    await page.getByRole('searchbox', { name: 'Search alerts' }).press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Zebra' }).waitFor()

    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').fill('aardv')
    await page.getByRole('option', { name: 'Aardvark' }).click()
    await page.getByRole('heading', { name: 'Aardvark' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const sure = page.getByRole('dialog', { name: 'Delete Alert' })
    await sure.getByText('Are you sure you want to delete this alert?').waitFor()
    await sure.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Alert deleted successfully.').waitFor()
    await page.waitForURL('**/alerts')
    await page.getByRole('link', { name: 'Zebra' }).waitFor()
    await expect.poll(names).not.toContain('Aardvark')

    const { page: log } = await come('/admin/events?object_type=alert', { as: sextant().admin })
    await expect
      .poll(async () => {
        await log.reload()
        await log.getByRole('table').waitFor()
        return log.getByRole('link', { name: 'Zebra' }).count()
      })
      .toBeGreaterThan(0)
    await log.getByRole('link', { name: 'Zebra' }).first().click()
    await log.getByRole('heading', { name: 'Zebra' }).waitFor()
  })

  it('offers a new alert, also where it is narrow', async () => {
    const { page } = await come('/alerts/new', { as: sextant().admin })
    await page.getByText('The mail server is not configured.').waitFor()
    await page.getByRole('option', { name: 'Numbers today' }).click()
    await current(page).getByText('The condition').waitFor()
    await expectAccessibleInEveryView(page)
  })

  it('shows all of each row where it is narrow, however long the name', async () => {
    const { id } = await alertOfMember({ name: `Long ${'name '.repeat(50)}`, state: 'triggered' })
    const { page } = await come('/alerts?q=long', { width: 390 })
    const row = page.getByRole('row').filter({ hasText: 'Long name' })
    const reach = (part: Locator) =>
      part.evaluate((element) => {
        const { right, height } = element.getBoundingClientRect()
        return { isInside: right <= innerWidth, isLow: height < 320 }
      })
    expect(await reach(row.getByText('Triggered'))).toMatchObject({ isInside: true })
    expect(await reach(row)).toEqual({ isInside: true, isLow: true })
    await page.goto(`/alerts/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Evaluate' }).click()
    await evaluations(page).nth(1).waitFor()
    expect(await reach(evaluations(page).nth(1).getByText('by hand'))).toMatchObject({ isInside: true })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  it('says that an alert does not exist', async () => {
    const guest = await come('about:blank')
    guest.expectRefusal(404, /\/api\/alerts\/999999$/)
    await guest.page.goto('/alerts/999999')
    await guest.page.getByText("It seems like the page you're looking for cannot be found.").waitFor()
  })
})
