import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createUser } from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { visit } from './browser.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { isFocused } from './tab-to.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, browser, come } = visitorsOfSextant()

const openMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('button').nth(-2)
/** a browser that nobody has logged in with */
const stranger = () => visit(browser(), { url: sextant().url })

/** Screenshots to look at, if a folder for them is set. */
const folder = process.env['SEXTANT_SCREENS']
async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('textbox', { name: /password/i }).fill(password)
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
}

it('an admin invites a user, who comes by the link, once, and is shut out again', async () => {
  const { page } = await come('/users', { as: sextant().admin })
  await page.getByRole('link', { name: 'New User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a New User' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('no address')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('This field must be a valid email.').waitFor()
  await dialog.getByRole('textbox', { name: 'Email' }).fill('grace@example.com')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const handed = page.getByRole('dialog', { name: 'Email not sent!' })
  const link = await handed.getByRole('textbox', { name: 'Link for Grace Hopper' }).inputValue()
  await handed.getByRole('button', { name: 'Done' }).click()
  await page.waitForURL('**/users/pending')
  const row = page.getByRole('row').filter({ hasText: 'grace@example.com' })
  await row.getByRole('button', { name: 'Delete Grace Hopper' }).waitFor()

  const grace = await stranger()
  await grace.page.goto(link)
  await expectAccessible(grace.page)
  await choosePassword(grace.page, link, 'a compiler')
  await openMenu(grace.page).click()
  await grace.page.getByText('grace@example.com').waitFor()
  const thief = await stranger()
  thief.expectRefusal(400, /\/invite\//)
  await thief.page.goto(link)
  await thief.page.getByText('This invitation has already been accepted.').waitFor()
  await thief.leave()

  await page.getByRole('link', { name: 'Active Users' }).click()
  await row.getByRole('button', { name: 'Disable Grace Hopper' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable User' }).click()
  await page.getByRole('status').filter({ hasText: 'User Grace Hopper is now disabled.' }).waitFor()
  await page.getByRole('link', { name: 'Disabled Users' }).click()
  await row.getByRole('link', { name: 'Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Enable User' }).waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  await grace.page.goto('/queries')
  await grace.page.getByRole('heading', { name: 'Log in' }).waitFor()
  await grace.leave()
})

it('who becomes an admin needs a new link: another person may have the one that was handed over', async () => {
  const { page } = await come('/users/new', { as: sextant().admin })
  const dialog = page.getByRole('dialog', { name: 'Create a New User' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Jean Bartik')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('jean@example.com')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const handed = page.getByRole('dialog', { name: 'Email not sent!' })
  const link = await handed.getByRole('textbox', { name: 'Link for Jean Bartik' }).inputValue()
  await handed.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Jean Bartik' }).click()
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: 'admin' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Jean Bartik is an admin now, so links to their account').waitFor()
  await takeScreenshot(page, 'links-ended')

  const thief = await stranger()
  thief.expectRefusal(400, /\/invite\//)
  await thief.page.goto(link)
  await thief.page.getByText('Your invite link is invalid.').waitFor()
  await thief.leave()
  await page.getByRole('button', { name: 'Resend Invitation' }).click()
  const again = await handed.getByRole('textbox', { name: 'Link for Jean Bartik' }).inputValue()
  const jean = await stranger()
  await choosePassword(jean.page, again, 'an assembler')
  await jean.leave()
})

it('a user who has forgotten the password chooses a new one, changes it, and ends other sessions', async () => {
  const user = await createUser(sextant(), { name: 'Alan Turing', email: 'alan@example.com' })
  const { page } = await come(`/users/${user.id}`, { as: sextant().admin })
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click()
  const link = await page.getByRole('textbox', { name: 'Link for Alan Turing' }).inputValue()

  const alan = await stranger()
  await alan.page.goto('/login')
  await alan.page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expectAccessible(alan.page)
  await choosePassword(alan.page, link, 'a machine')
  await alan.page.goto('/users/me')
  await alan.page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = alan.page.getByRole('dialog', { name: 'Change Password' })
  const fill = (name: string, text: string) => dialog.getByRole('textbox', { name, exact: true }).fill(text)
  await fill('Current Password', 'a machine')
  await fill('New Password', 'another machine')
  await fill('Repeat New Password', 'another')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await dialog.getByText("Passwords don't match").waitFor()
  await fill('Repeat New Password', 'another machine')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await alan.page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()

  const elsewhere = await come('/users/me', { as: { email: user.email, password: 'another machine' } })
  await elsewhere.page.getByRole('list', { name: 'Sessions' }).waitFor()
  await alan.page.reload()
  const sessions = alan.page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect.poll(() => sessions.count()).toBe(2)
  await alan.page.getByRole('button', { name: 'Log out everywhere else' }).press('Enter')
  await alan.page.getByRole('dialog').getByRole('button', { name: 'Log out' }).press('Enter')
  await expect.poll(() => sessions.count()).toBe(1)
  await expect.poll(() => isFocused(alan.page.getByRole('heading', { name: 'Sessions' }))).toBe(true)
  await elsewhere.page.goto('/queries')
  await elsewhere.page.getByRole('heading', { name: 'Log in' }).waitFor()
  await alan.leave()
})

it('a group opens a data source to its members, fully or to be viewed', async () => {
  const { member } = sextant()
  const { id } = await storeQuery(sextant(), member, {
    name: 'Opened by a group',
    query: 'select 7 as seven',
  })
  const inside = await createUser(sextant(), { name: 'Inside', email: 'inside@example.com', groups: [] })
  const { page } = await come('/groups', { as: sextant().admin })
  await page.getByRole('button', { name: 'New Group' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Group Name' }).fill('Analysts')
  await page.keyboard.press('Enter')
  await page.getByText('There are no members in this group yet.').waitFor()
  await page.getByRole('combobox', { name: 'Add users' }).fill(inside.email)
  await page.getByRole('option', { name: /inside@example\.com/ }).click()
  await page.getByRole('list', { name: 'Members' }).getByRole('link', { name: 'Inside' }).waitFor()
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await page.getByRole('textbox', { name: 'Group name' }).fill('Analysts of flights')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Analysts of flights' }).waitFor()
  await page.getByRole('navigation', { name: 'Parts of the group' }).getByText('Data Sources').click()
  await page.getByText('There are no data sources in this group yet.').waitFor()
  await page.getByRole('combobox', { name: 'Add data sources' }).click()
  await page.getByRole('option', { name: 'Flights', exact: true }).click()
  const access = page.getByRole('combobox', { name: 'Access to Flights' })
  await expect.poll(() => access.inputValue()).toBe('Full Access')

  const { query, page: insidePage } = await come(`/queries/${id}/source`, { as: inside })
  await expect.poll(() => query.execute.getAttribute('aria-disabled')).not.toBe('true')
  await access.click()
  await page.getByRole('option', { name: 'View Only' }).click()
  await expect.poll(() => access.inputValue()).toBe('View Only')
  await insidePage.reload()
  await query.write('select 8 as eight')
  await expect.poll(() => query.execute.getAttribute('aria-disabled')).toBe('true')

  await page.getByRole('button', { name: 'Remove Flights' }).press('Enter')
  await page.getByText('There are no data sources in this group yet.').waitFor()
  const adding = page.getByRole('combobox', { name: 'Add data sources' })
  await expect.poll(() => isFocused(adding)).toBe(true)
  await page.getByRole('button', { name: 'Delete Group' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'Group deleted successfully.' }).waitFor()
  await page.getByRole('link', { name: 'default' }).waitFor()
  expect(await page.getByRole('link', { name: 'Analysts of flights' }).count()).toBe(0)

  const left = await visit(browser(), { url: sextant().url, as: sextant().outsider, needs: sextant() })
  left.expectRefusal(403, new RegExp(`/api/queries/${id}$`))
  await left.page.goto(`/queries/${id}`)
  await left.page.getByText('It seems like you don’t have permission to see this page.').waitFor()
  await left.leave()
})

it('formats are seen at once, what cannot be kept is told at its field, and changes are not lost unasked', async () => {
  const admin = await come('/settings/general', { as: sextant().admin })
  const { page } = admin
  admin.expectRefusal(400, /\/api\/settings\/organization$/)
  const decimal = page.getByRole('textbox', { name: 'Decimal Separator' })
  await decimal.fill(',')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Must differ: one separator cannot stand for thousands and for decimals.').waitFor()
  await expect.poll(() => isFocused(decimal)).toBe(true)
  await page.getByRole('textbox', { name: 'Thousands Separator' }).fill('.')
  await page.getByText('1.234,57').waitFor()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Account' }).click()
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Settings changes saved.' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Password Login Enabled' }).isDisabled()).toBe(true)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Account' }).click()
  await page.waitForURL('**/users/me')
})

it('the table of users fits where the window is 1280 wide, and its tabs are links', async () => {
  const { db, admin, organization } = sextant()
  for (const name of ['Finance and controlling of the north', 'Operations at night', 'Everyone in support']) {
    const { id } = await db
      .insertInto('groups')
      .values({ org_id: organization.id, name, type: 'regular', permissions: [] })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('group_members').values({ group_id: id, user_id: admin.id }).execute()
  }
  const { page } = await come('/users', { as: admin })
  await page.setViewportSize({ width: 1280, height: 800 })
  const table = page.getByRole('table')
  await table.getByText('Operations at night').waitFor()
  const overflow = () =>
    table.evaluate((one) => {
      const box = one.closest('[data-radix-scroll-area-viewport], .mantine-ScrollArea-viewport')
      return box === null ? null : box.scrollWidth - box.clientWidth
    })
  expect(await overflow()).toBe(0)
  const opened = page.context().waitForEvent('page')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Groups' })
    .click({ button: 'middle' })
  await (await opened).waitForURL('**/groups')
  expect(new URL(page.url()).pathname).toBe('/users')
})

it('a long name of a group has the width of a phone, and the tabs of the settings one line', async () => {
  const { db, admin, organization } = sextant()
  const name = 'Analysts of the Commercial Department for Southern Europe and the Middle East'
  const { id } = await db
    .insertInto('groups')
    .values({ org_id: organization.id, name, type: 'regular', permissions: [] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const long = await createUser(sextant(), {
    name: 'Margaret Elizabeth Hamilton-Worthington',
    email: 'margaret.elizabeth.hamilton-worthington@subsidiary.example.com',
  })
  await db.insertInto('group_members').values({ group_id: id, user_id: long.id }).execute()
  const { page } = await come(`/groups/${id}`, { as: admin, width: 390 })
  const boxOf = async (found: ReturnType<Page['getByRole']>) => {
    const box = await found.boundingBox()
    if (box === null) throw new Error('it is not there')
    return box
  }
  const title = await boxOf(page.getByRole('heading', { name }))
  expect(title.width).toBeGreaterThan(330)
  const remove = await boxOf(page.getByRole('button', { name: 'Delete Group' }))
  expect(remove.y).toBeGreaterThanOrEqual(title.y + title.height)
  const member = page.getByRole('listitem').filter({ hasText: 'Hamilton' })
  const row = await boxOf(member)
  const button = await boxOf(member.getByRole('button'))
  expect(button.x + button.width).toBeGreaterThan(row.x + row.width - 8)
  expect(button.y + button.height).toBeLessThan(row.y + row.height)
  const settings = page.getByRole('navigation', { name: 'Settings' })
  expect((await boxOf(settings)).height).toBeLessThan(60)
  await expectAccessible(page, { within: 'main' })
  await settings.getByRole('link', { name: 'Audit Log' }).click()
  const shown = await boxOf(settings.getByRole('link', { name: 'Audit Log' }))
  expect(shown.x + shown.width).toBeLessThanOrEqual(390)
  // the page that is open already closes the menu too
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Edit Profile' }).click()
  await page.waitForURL('**/users/me')
  await menu.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await menu.getByRole('link', { name: 'Edit Profile' }).click()
  await menu.waitFor({ state: 'detached' })
})
