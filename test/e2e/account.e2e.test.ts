import { mkdirSync } from 'node:fs'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createUser } from '#test/factories.ts'
import { expectAccessibleInEveryView } from './accessible.ts'
import { heights, type Theme, type Width } from './browser.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { isFocused } from './tab-to.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

/** As if this user had logged in an hour ago everywhere. */
async function age(userId: number): Promise<void> {
  await sextant()
    .db.updateTable('sessions')
    .set({ created_at: sql<never>`now() - interval '1 hour'`, proved_at: null })
    .where('user_id', '=', userId)
    .execute()
}
const regenerate = async (page: Page) => {
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await page
    .getByRole('dialog', { name: 'Regenerate API Key' })
    .getByRole('button', { name: 'Regenerate' })
    .click()
}
/** Screenshots to look at, if a folder for them is set. */
const folder = process.env['SEXTANT_SCREENS']
async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

it('who has been logged in for long confirms who it is, once, and what was asked goes on', async () => {
  const user = await createUser(sextant(), { name: 'Ada Lovelace' })
  const { page, expectRefusal } = await come('/users/me', { as: user })
  expectRefusal(403, /regenerate_api_key$/)
  expectRefusal(403, /session\/proof$/)
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  await age(user.id)
  await regenerate(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect.poll(() => isFocused(dialog.getByRole('textbox', { name: 'Password' }))).toBe(true)
  await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText('Incorrect current password.').waitFor()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(user.password)
  await page.keyboard.press('Enter')
  await page.getByText('The API Key has been updated.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await regenerate(page)
  await expect.poll(() => page.getByText('The API Key has been updated.').count()).toBeGreaterThan(0)
  expect(await dialog.count()).toBe(0)
})

it('who gives up changes nothing, and who has no password logs in again in a window', async () => {
  const user = await createUser(sextant(), { name: 'Hedy Lamarr' })
  const { page, expectRefusal, context } = await come('/users/me', { as: user })
  expectRefusal(403, /regenerate_api_key$/)
  const key = page.getByRole('textbox', { name: 'API Key' })
  const before = await key.inputValue()
  await age(user.id)
  await regenerate(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Failed regenerating API Key').waitFor()
  expect(await key.inputValue()).toBe(before)
  await regenerate(page)
  await dialog.getByRole('button', { name: 'Log in again' }).click()
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'Log in again' }).click(),
  ])
  await popup.getByRole('textbox', { name: 'Email' }).fill(user.email)
  await popup.getByRole('textbox', { name: 'Password' }).fill(user.password)
  await popup.getByRole('button', { name: 'Log in' }).click()
  await expect.poll(() => key.inputValue()).not.toBe(before)
})

it('who has been logged in for long sees their own API key after a proof', async () => {
  const user = await createUser(sextant(), { name: 'Karen Jones' })
  const { page } = await come('/users/me', { as: user })
  const key = page.getByRole('textbox', { name: 'API Key' })
  expect(await key.inputValue()).toBe(user.api_key)
  await age(user.id)
  await page.reload()
  expect(await key.inputValue()).not.toBe(user.api_key)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(user.password)
  await page.keyboard.press('Enter')
  await expect.poll(() => key.inputValue()).toBe(user.api_key)
})

it('an admin who has been logged in for long confirms who it is before another admin is disabled', async () => {
  const { adminGroup, defaultGroup } = sextant().organization
  const other = await createUser(sextant(), { name: 'Second Admin', groups: [adminGroup, defaultGroup] })
  const { page, expectRefusal } = await come(`/users/${other.id}`, { as: sextant().admin })
  expectRefusal(403, /\/disable$/)
  await page.getByRole('button', { name: 'Disable User' }).waitFor()
  await age(sextant().admin.id)
  await page.getByRole('button', { name: 'Disable User' }).click()
  const question = page.getByRole('dialog', { name: 'Disable Second Admin' })
  await question.getByRole('button', { name: 'Disable User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(sextant().admin.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Enable User' }).waitFor()
})

it('before a user is disabled, an admin says what becomes of what they opened', async () => {
  const person = await createUser(sextant(), { name: 'Grace Hopper' })
  const heir = await createUser(sextant(), { name: 'Alan Turing' })
  const { id } = await storeQuery(sextant(), person, { name: 'Delays by airline', query: 'select 1' })
  const { page } = await come(`/users/${person.id}`, { as: sextant().admin })
  await page.getByRole('button', { name: 'Disable User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable Grace Hopper' })
  await dialog.getByText('Delays by airline.').waitFor()
  await dialog.getByRole('combobox', { name: 'Key of 1 query' }).click()
  await page.getByRole('option', { name: 'Hand over' }).click()
  await dialog.getByRole('button', { name: 'Disable User' }).click()
  await dialog.getByText('Please choose who takes over.').waitFor()
  await dialog.getByRole('combobox', { name: 'Hand over to' }).fill('Turing')
  await page.getByRole('option', { name: /Alan Turing/ }).click()
  await dialog.getByRole('button', { name: 'Disable User' }).click()
  await page.getByRole('button', { name: 'Enable User' }).waitFor()
  const row = await sextant()
    .db.selectFrom('queries')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.user_id).toBe(heir.id)
})

it('both dialogs stand well in both widths and themes', async () => {
  const person = await createUser(sextant(), { name: 'Barbara Liskov' })
  await storeQuery(sextant(), person, { name: 'Delays by airline', query: 'select 1' })
  const { page, expectRefusal } = await come(`/users/${person.id}`, { as: sextant().admin })
  const inEveryView = async (dialog: Locator, name: string) => {
    const look = async (theme: Theme, width: Width) => {
      await takeScreenshot(page, `${name}-${width}-${theme}`)
      const box = await dialog.boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? width + 1) <= width).toBe(true)
    }
    await expectAccessibleInEveryView(page, look, { within: '[role="dialog"]' })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: heights[1440] })
  }
  await page.getByRole('button', { name: 'Disable User' }).click()
  const opened = page.getByRole('dialog', { name: `Disable ${person.name}` })
  await opened.getByText('Delays by airline.').waitFor()
  await inEveryView(opened, 'disable')
  await opened.getByRole('button', { name: 'Cancel' }).click()
  await age(sextant().admin.id)
  expectRefusal(403, /regenerate_api_key$/)
  await regenerate(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('textbox', { name: 'Password' }).waitFor()
  await inEveryView(dialog, 'proof')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})
