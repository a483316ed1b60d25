import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { clockUnderTest, day, minute } from '#test/clock-under-test.ts'
import { createUser, next, type TestUser } from '#test/factories.ts'
import { mailedLink } from '#test/mailed-link.ts'

let app: AppUnderTest
const clock = clockUnderTest('2030-01-01T12:00:00Z')
beforeAll(async () => {
  app = await appUnderTest({
    clock,
    config: {
      mailDefaultSender: 'sextant@example.com',
      publicUrl: 'https://sextant.example.com',
      loginsPerHour: 10_000,
    },
  })
})
afterAll(() => app.close())

const pathOf = ({ id }: TestUser) => `/api/users/${id}/second_factor`
async function begin(browser: Caller, user: TestUser): Promise<string> {
  return (await browser.post(pathOf(user), { password: user.password })).json().secret
}
async function confirm(browser: Caller, user: TestUser, secret: string): Promise<void> {
  const reply = await browser.post(`${pathOf(user)}/confirm`, { code: authenticatorCode(secret, clock()) })
  expect(reply.statusCode).toBe(200)
}
const setUp = async (browser: Caller, user: TestUser) =>
  await confirm(browser, user, await begin(browser, user))
const renewCodes = async (browser: Caller, user: TestUser) =>
  expect((await browser.post(`${pathOf(user)}/recovery_codes`, { password: user.password })).statusCode).toBe(
    200,
  )
const factor = async (user: TestUser) => {
  const { is_on, recovery_codes_left } = (await app.withKey(app.admin.api_key).get(pathOf(user))).json()
  return [is_on, recovery_codes_left]
}

async function someone(): Promise<{ user: TestUser; browser: Caller }> {
  const user = await createUser(app.context)
  const { email, password } = user
  return { user, browser: browserWith(app.app, await app.anonymous.post('/login', { email, password })) }
}

const keepLoggedIn = ({ id }: TestUser) =>
  app.context.db
    .updateTable('sessions')
    .set({ expires_at: new Date(clock().getTime() + day) })
    .where('user_id', '=', id)
    .execute()

/** Changes the address; answers the link in the mail to the former one. */
async function changeAddress(browser: Caller, user: TestUser): Promise<string> {
  const change = { email: `thief-${next()}@example.com`, old_password: user.password }
  expect((await browser.post(`/api/users/${user.id}`, change)).statusCode).toBe(200)
  return await mailedLink(app, user.email, 'restore')
}

const offer = 'name="remove_second_factor"'
const restore = async (link: string, body = {}) =>
  expect((await app.anonymous.post(link, body)).statusCode).toBe(200)

describe('taking an address back', () => {
  it('removes recovery codes that were made since the change, and keeps the factor', async () => {
    const { user, browser } = await someone()
    await setUp(browser, user)
    clock.pass(minute)
    const link = await changeAddress(browser, user)
    clock.pass(minute)
    await renewCodes(browser, user)
    expect(await factor(user)).toEqual([true, 10])
    await restore(link)
    expect(await factor(user)).toEqual([true, 0])
  })

  it('keeps recovery codes that were made before', async () => {
    const { user, browser } = await someone()
    await setUp(browser, user)
    clock.pass(minute)
    const link = await changeAddress(browser, user)
    clock.pass(minute)
    await restore(link)
    expect(await factor(user)).toEqual([true, 10])
  })

  it('removes a factor that was begun before the change and confirmed after it', async () => {
    const { user, browser } = await someone()
    const secret = await begin(browser, user)
    clock.pass(minute)
    const link = await changeAddress(browser, user)
    clock.pass(minute)
    await confirm(browser, user, secret)
    await restore(link)
    expect(await factor(user)).toEqual([false, 0])
  })

  it('removes on request a factor of the week before, which the page offers', async () => {
    const { user, browser } = await someone()
    await setUp(browser, user)
    clock.pass(minute)
    const link = await changeAddress(browser, user)
    expect((await app.anonymous.get(link)).body).toContain(offer)
    await restore(link, { remove_second_factor: true })
    expect(await factor(user)).toEqual([false, 0])
    // the page of a form sends it by presence
    const other = await someone()
    await setUp(other.browser, other.user)
    clock.pass(minute)
    const sent = await app.app.inject({
      method: 'POST',
      url: await changeAddress(other.browser, other.user),
      payload: 'remove_second_factor=on',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(sent.statusCode).toBe(302)
    expect(await factor(other.user)).toEqual([false, 0])
  })

  it('never removes an older factor: a mailbox must not be enough', async () => {
    const { user, browser } = await someone()
    await setUp(browser, user)
    clock.pass(7 * day + minute)
    await keepLoggedIn(user)
    await browser.get('/api/session')
    const link = await changeAddress(browser, user)
    expect((await app.anonymous.get(link)).body).not.toContain(offer)
    await restore(link, { remove_second_factor: true })
    expect(await factor(user)).toEqual([true, 10])
  })
})
