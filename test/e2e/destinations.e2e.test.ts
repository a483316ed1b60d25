import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleMessage } from '#destinations/sample-messages.ts'
import { createAlert, createDelivery, createDestination, createSubscription } from '#test/alert-factories.ts'
import { type ChannelReceiver, startChannelReceiver } from '#test/live/channel-receiver.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { choose } from './query-page.ts'
import { tabTo } from './tab-to.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant({ SEXTANT_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' })
let receiver: ChannelReceiver
beforeAll(async () => {
  receiver = await startChannelReceiver()
})
afterAll(() => receiver?.close())
beforeEach(() => {
  receiver.requests.length = 0
  receiver.setMood('takes')
})

const hook = () => `${receiver.address}/webhook/canary`
const comeAsAdmin = (path: string) => come(path, { as: sextant().admin })
const stored = async (id: number) => {
  const row = await sextant()
    .db.selectFrom('destinations')
    .where('id', '=', id)
    .select(['name', 'encrypted_options'])
    .executeTakeFirstOrThrow()
  return { name: row.name, options: sextant().secrets.unseal(row.encrypted_options) }
}

describe('a webhook', () => {
  it('is set up by keyboard alone: a wrong address is named at its field, and a test arrives', async () => {
    const guest = await comeAsAdmin('/')
    const { page } = guest
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('option', { name: 'Home' }).waitFor()
    await page.keyboard.type('New Alert Dest')
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['New Alert Destination'])
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create a New Alert Destination' })
    await dialog.getByRole('button', { name: 'Datadog', exact: true }).waitFor()
    await expect.poll(() => dialog.getByRole('listitem').count()).toBeGreaterThan(11)
    await page.keyboard.type('WEBHO')
    await expect.poll(() => dialog.getByRole('button', { name: 'Slack', exact: true }).count()).toBe(0)
    await tabTo(page, dialog.getByRole('button', { name: 'Webhook', exact: true }))
    await page.keyboard.press('Enter')

    const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
    await expect.poll(() => name.getAttribute('placeholder')).toBe('My Webhook')
    await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.getByText('This field is required.').count()).toBe(2)
    await page.keyboard.type('Operations room')
    const url = dialog.getByLabel(/^URL/)
    await tabTo(page, url)
    await page.keyboard.type('ftp://hooks.example.com')
    guest.expectRefusal(400, /\/api\/destinations$/)
    await page.keyboard.press('Enter')
    const fault = dialog.getByText('Must be an address that starts with https:// or http://.', {
      exact: true,
    })
    await fault.waitFor()
    // told once, where it is wrong
    expect(await dialog.getByText('options.url').count()).toBe(0)
    await expect.poll(() => url.evaluate((element) => element === document.activeElement)).toBe(true)
    await expectAccessibleInBothThemes(page, undefined, { within: '[role="dialog"]' })
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(hook())
    expect(await fault.count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/destinations\/\d+$/)
    await page.getByRole('heading', { name: 'Operations room', level: 1 }).waitFor()
    await page.getByText('Nothing was sent yet.').waitFor()

    await tabTo(page, page.getByRole('button', { name: 'Send Test' }))
    await page.keyboard.press('Enter')
    await page.getByText('The test message was sent.').waitFor()
    expect(receiver.requests.map(({ body }) => JSON.parse(body).is_test)).toEqual([true])
    await page.getByRole('complementary').getByText('Sent', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Alert Destinations' }).first().click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /Operations room/ })
      .getByText('Webhook')
      .waitFor()
  })

  it('keeps the secret that nobody touches, and tells at once when a test fails', async () => {
    const options = { url: hook(), password: 'canary-password', username: 'me' }
    const { id } = await createDestination(sextant(), { name: 'Night shift', options })
    const guest = await comeAsAdmin(`/destinations/${id}`)
    const { page } = guest
    const url = page.getByLabel(/^URL/)
    await expect.poll(() => url.inputValue()).toBe('--------')
    expect(await page.getByText('Stored. Type to replace it.').count()).toBe(2)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Day shift')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await stored(id)).toEqual({ name: 'Day shift', options })
    await page.getByRole('heading', { name: 'Day shift', level: 1 }).waitFor()

    // a stored secret goes to no new address
    await url.fill('https://elsewhere.example.com/')
    guest.expectRefusal(400, /\/api\/destinations\/\d+$/)
    await page.getByRole('button', { name: 'Save' }).click()
    const again = page.getByRole('main').getByText(/^Please enter this secret again/)
    await again.waitFor()
    await expectAccessible(page, { within: 'main' })
    await url.fill(hook())

    const rival = await createDestination(sextant(), { name: 'Rival' })
    await page.getByLabel('Password', { exact: true }).fill('')
    await name.fill(rival.name)
    guest.expectRefusal(400, /\/api\/destinations\/\d+$/)
    await page.getByRole('button', { name: 'Save' }).click()
    const taken = 'Alert Destination with the name Rival already exists.'
    await page.getByRole('main').getByText(taken).waitFor()
    expect(await name.inputValue()).toBe('Rival')
    await name.fill('Day shift')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => stored(id))
      .toEqual({
        ...{ name: 'Day shift', options: { url: hook(), username: 'me', password: '' } },
      })

    receiver.setMood('down')
    await page.getByRole('button', { name: 'Send Test' }).click()
    const failure = page.getByRole('alert').filter({ hasText: 'The test message was not sent.' })
    await failure.getByText(/^The answer was 503 Service Unavailable/).waitFor()
    await page.getByRole('complementary').getByText('Given up', { exact: true }).waitFor()
    await expectAccessibleInBothThemes(page, undefined, { within: 'main' })
    expect(await page.content()).not.toContain('canary')
  })

  it('is deleted after a question that names the alerts it is told by', async () => {
    const { admin } = sextant()
    const { id } = await createDestination(sextant(), { name: 'Old room' })
    for (const name of ['Few orders', 'Late flights']) {
      const alert = await createAlert(sextant(), { name, user_id: admin.id })
      await createSubscription(sextant(), { alert_id: alert.id, user_id: admin.id, destination_id: id })
    }
    const { page } = await comeAsAdmin(`/destinations/${id}`)
    await page.getByRole('complementary').getByRole('link', { name: 'Late flights' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Alert Destination' })
    await question.getByText(/2 alerts use it, .*“Few orders”, “Late flights”/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Alert destination deleted successfully.').waitFor()
    await page.waitForURL('**/destinations')
    await page.getByRole('link', { name: 'Delivery Log' }).waitFor()
    expect(await page.getByRole('link', { name: /Old room/ }).count()).toBe(0)
    const left = await sextant().db.selectFrom('alert_subscriptions').select('id').execute()
    expect(left).toEqual([])
  })
})

describe('the delivery log', () => {
  it('shows what was given up, and sends it again, once', async () => {
    const { admin } = sextant()
    const { id } = await createDestination(sextant(), { name: 'Control tower', options: { url: hook() } })
    const alert = await createAlert(sextant(), { name: 'Storm', user_id: admin.id, state: 'triggered' })
    const told = { alert_id: alert.id, user_id: admin.id, destination_id: id }
    await createSubscription(sextant(), told)
    const last_error = 'The answer was 503 Service Unavailable.'
    const delivery = await createDelivery(sextant(), {
      ...told,
      message: sampleMessage('triggered'),
      last_error,
    })
    const { page } = await comeAsAdmin('/destinations')
    await page.getByRole('link', { name: 'Delivery Log' }).click()
    await page.getByRole('heading', { name: 'Delivery Log', level: 1 }).waitFor()
    await choose(page, 'State', 'Given up')
    await page.waitForURL('**/destinations/deliveries?state=given_up')
    const row = page.getByRole('row').filter({ hasText: 'Storm' })
    await row.getByText(last_error).waitFor()
    await row.getByRole('link', { name: 'Control tower' }).waitFor()
    // the list of the next field, where Tab led
    await page.keyboard.press('Escape')
    await expectAccessible(page, { within: 'main' })
    await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL('**/destinations/deliveries')
    await choose(page, 'Destination', 'Control tower')
    await page.waitForURL(`**/destinations/deliveries?destination_id=${id}`)
    await expect.poll(() => page.getByRole('row').count()).toBe(2)

    await row.getByRole('button', { name: 'Send again' }).dblclick()
    await row.getByText('Sent', { exact: true }).waitFor()
    await expect.poll(() => row.getByRole('button', { name: 'Send again' }).count()).toBe(0)
    expect(receiver.requests.map(({ body }) => JSON.parse(body).alert.name)).toEqual(['Orders per hour'])
    await row.getByRole('button', { name: `Attempts of delivery ${delivery.id}: 8` }).click()
    const dialog = page.getByRole('dialog', { name: `Delivery ${delivery.id}` })
    await dialog.getByRole('listitem').first().getByText('Sent', { exact: true }).waitFor()
    await page.waitForURL(/delivery=\d+/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('has an end, and says so', async () => {
    const guest = await comeAsAdmin('about:blank')
    guest.expectRefusal(400, /\/api\/deliveries\?/)
    await guest.page.goto('/destinations/deliveries?page=99')
    await guest.page.getByRole('button', { name: 'Go to the first page' }).click()
    await guest.page.getByRole('table').waitFor()
    await guest.page.goto('/destinations/deliveries?state=failed')
    await guest.page.getByText('No deliveries match these filters.').waitFor()
  })
})

it('is closed to all users but admins, who find it among the settings', async () => {
  const { page } = await come('/query_snippets')
  await page.getByRole('navigation', { name: 'Settings' }).waitFor()
  expect(
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Alert Destinations' })
      .count(),
  ).toBe(0)
  for (const path of ['/destinations', '/destinations/new', '/destinations/1', '/destinations/deliveries']) {
    await page.goto(path)
    await page.getByText('It seems like you don’t have permission to see this page.').waitFor()
  }
  const admin = await comeAsAdmin('/data_sources')
  await admin.page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Alert Destinations' })
    .click()
  await admin.page.waitForURL('**/destinations')
  await admin.page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Alert Destinations' })
    .and(admin.page.locator('[aria-current="page"]'))
    .waitFor()
  admin.expectRefusal(404, /\/api\/destinations\/999999$/)
  await admin.page.goto('/destinations/999999')
  await admin.page.getByText("It seems like the page you're looking for").waitFor()
})
