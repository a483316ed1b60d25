import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { authenticatorCode } from '#test/authenticator.ts'
import { createUser } from '#test/factories.ts'
import { startTestDirectory } from '#test/live/slapd.ts'
import { expectAccessible } from './accessible.ts'
import { visit } from './browser.ts'
import { isFocused } from './tab-to.ts'
import { visitorsOfSextant } from './visitors.ts'

const directory = await startTestDirectory([
  {
    ...{ cn: 'hedy', sn: 'Lamarr', displayName: 'Hedy Lamarr', mail: 'hedy@example.com' },
    userPassword: 'spread spectrum',
  },
])
afterAll(() => directory.stop())
const { sextant, browser, come } = visitorsOfSextant({
  SEXTANT_LDAP_URL: directory.url,
  SEXTANT_LDAP_BIND_DN: directory.bindDn,
  SEXTANT_LDAP_BIND_PASSWORD: directory.bindPassword,
  SEXTANT_LDAP_SEARCH_DN: directory.searchDn,
})

const section = (page: Page) => page.getByRole('region', { name: 'Second factor' })
const steps = 30_000

it('codes of an app, then recovery codes, let a user in, until an admin takes the factor away', async () => {
  const user = await createUser(sextant(), { name: 'Ada Lovelace', email: 'ada@example.com' })
  const { page, expectRefusal } = await come('/users/me', { as: user })
  expectRefusal(403, /second_factor$/)
  await section(page).getByRole('button', { name: 'Set up a second factor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up a second factor' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText('Incorrect current password.').waitFor()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(user.password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'QR code with the key for the app' }).waitFor()
  const opens = await dialog.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href')
  expect(opens).toMatch(/^otpauth:\/\/totp\//)
  await expectAccessible(page)
  const shown = await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const code = (ahead = 0) =>
    authenticatorCode(shown.replaceAll(' ', ''), new Date(Date.now() + ahead * steps))
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code())
  await page.keyboard.press('Enter')
  const listed = dialog.getByRole('list', { name: 'Recovery codes' })
  await listed.waitFor()
  const codes = await listed.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: 'I have kept the codes' }).check()
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await section(page).getByText('10 recovery codes left').waitFor()
  await expect.poll(() => isFocused(section(page).getByRole('heading'))).toBe(true)

  const elsewhere = await visit(browser(), { url: sextant().url })
  const door = elsewhere.page
  const enter = async (text: string) => {
    await door.getByRole('textbox', { name: /code/i }).fill(text)
    await door.keyboard.press('Enter')
  }
  const logIn = async () => {
    await door.goto('/login?next=/users/me')
    await door.getByRole('textbox', { name: 'Email' }).fill(user.email)
    await door.getByLabel('Password').fill(user.password)
    await door.keyboard.press('Enter')
    await door.getByRole('heading', { name: 'Enter your code' }).waitFor()
  }
  elsewhere.expectRefusal(400, /\/login\/code$/)
  await logIn()
  await expectAccessible(door)
  await enter('000000')
  await door.getByText('This code is wrong, or has been used already.').waitFor()
  // the code of this half minute was used to set it up
  await enter(code(1))
  await door.getByRole('heading', { name: 'Account' }).waitFor()
  // what it still asks for would be refused once the session has ended
  await door.waitForLoadState('networkidle')
  await door.goto('/logout')
  await logIn()
  await door.getByRole('link', { name: 'Use a recovery code' }).click()
  await enter(codes[0] ?? '')
  await section(door).getByText('9 recovery codes left').waitFor()
  await elsewhere.leave()

  const admin = await come(`/users/${user.id}`, { as: sextant().admin })
  await section(admin.page).getByRole('button', { name: 'Reset the second factor' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await section(admin.page).getByText('Ada Lovelace has no second factor.').waitFor()
})

it('people of the directory log in without any script, and with a code where they have one', async () => {
  const context = await browser().newContext({ baseURL: sextant().url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/login?next=/api/session')
  await page.getByRole('link', { name: 'Log in with LDAP' }).click()
  const logIn = async (password: string) => {
    await page.getByRole('textbox', { name: 'LDAP/AD/SSO username:' }).fill('hedy')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  await logIn('wrong')
  await page.getByRole('alert').filter({ hasText: 'Incorrect credentials.' }).waitFor()
  await logIn('spread spectrum')
  await page.getByText('Hedy Lamarr').waitFor()

  const { id } = (await (await context.request.get('/api/session')).json()).user
  const token = (await context.cookies()).find(({ name }) => name === 'csrf_token')?.value ?? ''
  const post = (path: string, data: object) =>
    context.request.post(`/api/users/${id}/second_factor${path}`, {
      data,
      headers: { 'x-csrf-token': token },
    })
  const { secret } = await (await post('', {})).json()
  expect((await post('/confirm', { code: authenticatorCode(secret, new Date()) })).ok()).toBe(true)
  await page.goto('/logout')
  await page.goto('/ldap/login?next=/api/session')
  await logIn('spread spectrum')
  await page
    .getByRole('textbox', { name: 'Code' })
    .fill(authenticatorCode(secret, new Date(Date.now() + steps)))
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('Hedy Lamarr').waitFor()
  await context.close()
})
