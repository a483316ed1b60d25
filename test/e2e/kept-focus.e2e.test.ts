import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createUser } from '#test/factories.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

/** The name of what has the focus, as soon as something has. */
async function focused(page: Page): Promise<string> {
  await page.waitForFunction(() => document.activeElement !== document.body)
  return await page.evaluate(() => {
    const { activeElement: held } = document
    const label = held instanceof HTMLInputElement ? held.labels?.[0]?.textContent : null
    return (held?.getAttribute('aria-label') ?? label ?? held?.textContent ?? '').trim()
  })
}

it('who saves with the keyboard continues in the same place, whatever the server says', async () => {
  const user = await createUser(sextant(), { name: 'Ada Lovelace', email: 'ada@example.com' })
  const visitor = await come(`/users/${user.id}`, { as: sextant().admin })
  const { page } = visitor
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada King')
  await page.keyboard.press('Enter')
  await page.getByText('Saved.').waitFor()
  expect(await focused(page)).toContain('Name')

  visitor.expectRefusal(400, /\/api\/users\/\d+$/)
  await page.getByRole('textbox', { name: 'Email' }).fill(sextant().admin.email)
  await page.keyboard.press('Enter')
  await page.locator('form').getByText('Email already taken.').waitFor()
  expect(await focused(page)).toContain('Email')
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')

  await page.getByRole('button', { name: 'Regenerate' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate' }).press('Enter')
  await page.getByText('The API Key has been updated.').waitFor()
  expect(await focused(page)).toBe('Regenerate')

  await page.getByRole('button', { name: 'Send Password Reset Email' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Email not sent!').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Email not sent!').waitFor({ state: 'hidden' })
  expect(await focused(page)).toBe('Send Password Reset Email')
})

it('a removed row passes the focus to the next one, and a removed page to the one before it', async () => {
  for (let place = 0; place < 7; place++) {
    await createUser(sextant(), { name: `Row ${place}`, email: `row-${place}@example.com` })
  }
  const visitor = await come('/users?q=row-&page_size=5&page=2&order=name', { as: sextant().admin })
  const { page } = visitor
  const disable = async (name: string) => {
    await page.getByRole('button', { name: `Disable ${name}` }).press('Enter')
    // a disabled button takes no focus: Enter would close the dialog instead
    const button = page.getByRole('dialog').getByRole('button', { name: 'Disable User', disabled: false })
    await button.press('Enter')
  }
  await disable('Row 5')
  await page.getByRole('button', { name: 'Disable Row 5' }).waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('Row 6')

  visitor.expectRefusal(400, /\/api\/users\?page=2/)
  await disable('Row 6')
  await page.getByRole('link', { name: 'Row 4' }).waitFor()
  expect(new URL(page.url()).searchParams.get('page')).toBeNull()
})

it.each([
  ['/users', 'New User', 'Create a New User'],
  ['/data_sources', 'New Data Source', 'Create a New Data Source'],
  ['/destinations', 'New Alert Destination', 'Create a New Alert Destination'],
  ['/query_snippets', 'New Query Snippet', 'Create Query Snippet'],
])('a dialog of %s with an address gives the focus back to what opened it', async (path, link, title) => {
  const { page } = await come(path, { as: sextant().admin })
  const opener = page.getByRole('main').getByRole('link', { name: link }).first()
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') !== null)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForFunction((path) => document.activeElement?.getAttribute('href') === path, `${path}/new`)
  expect(await focused(page)).toBe(link)
})

it('who is invited has an invitation to send again, and no password yet', async () => {
  const user = await createUser(sextant(), { name: 'Invited', password: null })
  const isPending = { is_invitation_pending: true }
  await sextant().db.updateTable('users').set(isPending).where('id', '=', user.id).execute()
  const { page } = await come(`/users/${user.id}`, { as: sextant().admin })
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Invitation' }) })
  await section.getByRole('button', { name: 'Resend Invitation' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Password', exact: true }).count()).toBe(0)
})

it('who follows a link with the keyboard goes on in the page that it leads to', async () => {
  const { page } = await come('/users', { as: sextant().admin })
  const main = page.getByRole('main')
  const follow = async (name: string, heading: string) => {
    await main.getByRole('link', { name, exact: true }).last().press('Enter')
    await main.getByRole('heading', { name: heading, exact: true }).waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('main'))
  }
  await follow(sextant().member.name, 'User')
  await follow('Users', 'Users')
  await page.goto('/groups')
  await follow('default', 'default')
})
