import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createUser } from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

async function showControl(isShown: boolean): Promise<void> {
  await sextant()
    .db.updateTable('organizations')
    .set({ settings: JSON.stringify({ feature_show_permissions_control: isShown }) })
    .execute()
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Manage Permissions' }).click()
  return page.getByRole('dialog', { name: 'Manage Permissions' })
}

it('a colleague can edit while the owner allows it', async () => {
  await showControl(true)
  const colleague = await createUser(sextant(), { name: 'Carla Colleague', email: 'carla@example.com' })
  for (let serial = 0; serial < 25; serial++) {
    await createUser(sextant(), { name: `Crowd ${serial}`, email: `crowd-${serial}@example.com` })
  }
  const { id } = await storeQuery(sextant(), sextant().member, {
    name: 'Shared work',
    query: 'select 1 as one',
  })
  const owner = await come(`/queries/${id}`)
  const other = await come(`/queries/${id}`, { as: colleague })
  await other.page.getByRole('heading', { name: 'Shared work' }).waitFor()
  const editName = other.query.name.getByRole('button')
  expect(await editName.count()).toBe(0)

  const dialog = await openDialog(owner.page)
  const listed = dialog.getByRole('list', { name: 'Users with permission to edit' })
  const author = listed.getByRole('listitem').filter({ hasText: sextant().member.email })
  await author.getByText('Author', { exact: true }).waitFor()
  expect(await author.getByRole('button').count()).toBe(0)
  await dialog.getByRole('combobox', { name: 'Add users' }).click()
  await dialog.getByText('There are more: type a name or an address').waitFor()
  await dialog.getByRole('combobox', { name: 'Add users' }).fill('carla@')
  await dialog.getByRole('option', { name: /Carla Colleague/ }).waitFor()
  await expect.poll(() => dialog.getByRole('option').count()).toBe(1)
  await owner.page.keyboard.press('ArrowDown')
  await owner.page.keyboard.press('Enter')
  const row = listed.getByRole('listitem').filter({ hasText: 'Carla Colleague' })
  await row.waitFor()
  await expectAccessible(owner.page, { within: '[role="dialog"]' })

  await other.page.reload()
  await editName.click()
  await other.page.getByRole('textbox', { name: 'Query name' }).fill('Work of both')
  await other.page.keyboard.press('Enter')
  await other.page.getByRole('status').filter({ hasText: 'Query saved' }).waitFor()
  // archiving and sharing stay the owner's
  await other.page.getByRole('button', { name: 'More actions' }).click()
  await other.page.getByRole('menuitem', { name: 'Version history' }).waitFor()
  expect(await other.page.getByRole('menuitem', { name: 'Manage Permissions' }).count()).toBe(0)
  expect(await other.page.getByRole('menuitem', { name: 'Archive' }).count()).toBe(0)

  await row.getByRole('button', { name: 'Remove Carla Colleague' }).click()
  await row.waitFor({ state: 'detached' })
  await other.page.reload()
  await other.page.getByRole('heading', { name: 'Work of both' }).waitFor()
  expect(await editName.count()).toBe(0)
})

it('says what could not be done', async () => {
  await showControl(true)
  const { id } = await storeQuery(sextant(), sextant().member, { name: 'Mine', query: 'select 1 as one' })
  const owner = await come(`/queries/${id}`)
  const { page } = owner
  const acl = `**/api/queries/${id}/acl`
  await page.route(acl, (route) => route.fulfill({ status: 500, body: '' }))
  owner.expectRefusal(500, new RegExp(`/api/queries/${id}/acl$`))
  const dialog = await openDialog(page)
  await dialog.getByText('Failed to load grantees list').waitFor()
  await page.unroute(acl)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('Author', { exact: true }).waitFor()
  await page.route(acl, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await dialog.getByRole('combobox', { name: 'Add users' }).fill('viewer@example.com')
  await dialog.getByRole('option', { name: /viewer@example.com/ }).click()
  await page.getByRole('alert').filter({ hasText: 'Could not grant permission to the user' }).waitFor()
})

it('is offered only where the organization wants it', async () => {
  await showControl(false)
  const { id } = await storeQuery(sextant(), sextant().member, { name: 'Private', query: 'select 1 as one' })
  const { page } = await come(`/queries/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Manage Permissions' }).count()).toBe(0)
})
