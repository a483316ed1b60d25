import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createGroup, createSnippet, createUser } from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { completionList } from './completion-list.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const snippetRow = (page: Page, trigger: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: trigger, exact: true }) })

describe('query snippets', () => {
  it('start with the next step, are made, changed and deleted', async () => {
    const { page } = await come('/query_snippets')
    await page.getByText('There are no query snippets yet.').waitFor()
    await expectAccessible(page, { within: 'main' })
    await page.getByRole('link', { name: 'New Query Snippet' }).first().click()
    await page.waitForURL('**/query_snippets/new')
    const creation = page.getByRole('dialog', { name: 'Create Query Snippet' })
    const create = creation.getByRole('button', { name: 'Create' })
    expect(await create.isDisabled()).toBe(true)
    await creation.getByLabel('Trigger').fill('per_day')
    await creation.getByLabel('Description').fill('Count per day')
    expect(await create.isDisabled()).toBe(true)
    await creation.getByRole('textbox', { name: 'Snippet' }).fill('select 1')
    await create.click()
    await page.getByText('Saved.').waitFor()
    await page.waitForURL('**/query_snippets')
    const row = snippetRow(page, 'per_day')
    await row.getByText('Count per day').waitFor()
    await row.getByText(sextant().member.name).waitFor()
    await expectAccessible(page, { within: 'main' })

    await row.getByRole('link', { name: 'per_day' }).click()
    const edition = page.getByRole('dialog', { name: 'per_day' })
    await edition.getByRole('textbox', { name: 'Snippet' }).fill('select 2')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard the changes of this snippet?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await edition.getByRole('button', { name: 'Save' }).click()
    await edition.waitFor({ state: 'detached' })
    await row.getByText('select 2').waitFor()

    await row.getByRole('button', { name: 'Delete per_day' }).click()
    const sure = page.getByRole('dialog', { name: 'Delete Query Snippet' })
    await sure.getByText('Are you sure you want to delete the snippet “per_day”?').waitFor()
    await sure.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Query snippet deleted successfully.').waitFor()
    await page.getByText('There are no query snippets yet.').waitFor()
  })

  it('one that is gone is named as gone', async () => {
    const guest = await come('about:blank')
    guest.expectRefusal(404, /\/api\/query_snippets\/999999$/)
    await guest.page.goto('/query_snippets/999999')
    const dialog = guest.page.getByRole('dialog', { name: 'Query Snippet' })
    await dialog.getByText('This query snippet does not exist.').waitFor()
  })

  it('a trigger that is taken is refused at its field', async () => {
    await createSnippet(sextant(), { user_id: sextant().admin.id, trigger: 'taken' })
    const guest = await come('/query_snippets/new')
    const dialog = guest.page.getByRole('dialog', { name: 'Create Query Snippet' })
    await dialog.getByLabel('Trigger').fill('taken')
    await dialog.getByRole('textbox', { name: 'Snippet' }).fill('select 1')
    guest.expectRefusal(400, /\/api\/query_snippets$/)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Another snippet has this trigger.').waitFor()
    await guest.page.getByText('Failed saving snippet.').waitFor()
    await expectAccessible(guest.page, { within: '[role="dialog"]' })
  })

  it("other people's are shown, not changed", async () => {
    const { id } = await createSnippet(sextant(), {
      ...{ user_id: sextant().admin.id, trigger: 'of_the_admin', snippet: 'select 42 as admins' },
    })
    const { page } = await come('/query_snippets')
    const row = snippetRow(page, 'of_the_admin')
    await row.waitFor()
    expect(await row.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    await row.getByRole('link', { name: 'of_the_admin' }).click()
    await page.waitForURL(`**/query_snippets/${id}`)
    const dialog = page.getByRole('dialog', { name: 'of_the_admin' })
    const text = dialog.getByRole('textbox', { name: 'Snippet' })
    expect(await text.inputValue()).toBe('select 42 as admins')
    expect(await text.getAttribute('readonly')).not.toBeNull()
    expect(await dialog.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await expectAccessible(page, { within: '[role="dialog"]' })
    await dialog.getByText('Close', { exact: true }).click()
    await dialog.waitFor({ state: 'detached' })

    const admin = await come(`/query_snippets/${id}`, { as: sextant().admin })
    await admin.page
      .getByRole('dialog', { name: 'of_the_admin' })
      .getByRole('button', { name: 'Cancel' })
      .waitFor()
  })

  it('are sorted and paged, and the address says how', async () => {
    for (let at = 1; at <= 12; at++) {
      await createSnippet(sextant(), { user_id: sextant().member.id, trigger: `many_${at}` })
    }
    const { page } = await come('/query_snippets')
    const links = page.getByRole('row').getByRole('link')
    await links.first().waitFor()
    await expect.poll(() => links.count(), { timeout: 15_000 }).toBe(10)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL('**/query_snippets?page=2')
    await page.getByRole('button', { name: 'Trigger' }).click()
    await page.waitForURL('**/query_snippets?order=-trigger')
    await page.reload()
    await expect.poll(() => links.first().textContent()).toBe('taken')
    // the dialog keeps what stands behind it
    await links.first().click()
    await page.getByRole('dialog').getByText('Close', { exact: true }).click()
    await page.waitForURL('**/query_snippets?order=-trigger')
  })

  it('New is disabled without the permission to create queries', async () => {
    const group = await createGroup(sextant(), { permissions: ['view_query'] })
    const reader = await createUser(sextant(), { groups: [group] })
    const { page } = await come('/query_snippets/new', { as: reader })
    await page.waitForURL('**/query_snippets')
    const button = page.getByRole('button', { name: 'New Query Snippet' })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    expect(
      await page
        .getByRole('navigation', { name: 'Settings' })
        .getByRole('link', { name: 'Query Snippets' })
        .count(),
    ).toBe(0)
    await expectAccessible(page, { within: 'main' })
  })
})

describe('in the editor', () => {
  const text = `select \${1:carrier}, count(*) as \${2:n}\nfrom flights\nwhere {{#x}}a{{/x}} group by $1$0`

  it('a trigger is offered, and its places are gone through with Tab', async () => {
    await createSnippet(sextant(), {
      ...{ user_id: sextant().admin.id, trigger: 'per_group', description: 'Count per group', snippet: text },
    })
    const { page, query } = await come('/queries/new')
    const { editor } = query
    await editor.click()
    await page.keyboard.type('per_g')
    const option = completionList(page).options.filter({ hasText: /^per_group/ })
    await option.getByText('Count per group').waitFor()
    await option.click()
    await expect
      .poll(() => lines(query.editor))
      .toEqual(['select carrier, count(*) as n', 'from flights', 'where {{#x}}a{{/x}} group by carrier'])
    await page.keyboard.type('origin')
    await page.keyboard.press('Tab')
    await page.keyboard.type('flights_')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('dest')
    await expect
      .poll(() => lines(query.editor))
      .toEqual(['select dest, count(*) as flights_', 'from flights', 'where {{#x}}a{{/x}} group by dest'])
  })

  it('Tab behind a trigger expands it; Ctrl+Space finds it when live autocomplete is off', async () => {
    await createSnippet(sextant(), {
      ...{ user_id: sextant().member.id, trigger: 'top-5', snippet: 'select * from $1 limit 5' },
    })
    const { page, query } = await come('/queries/new')
    const live = page.getByRole('button', { name: 'Live autocomplete' })
    if ((await live.getAttribute('aria-pressed')) === 'true') await live.click()
    const loaded = page.waitForResponse((response) => response.url().endsWith('/api/query_snippets'))
    await page.reload()
    await loaded
    await query.editor.click()
    await page.keyboard.type('top-5')
    await page.keyboard.press('Tab')
    await page.keyboard.type('flights')
    await expect.poll(() => lines(query.editor)).toEqual(['select * from flights limit 5'])

    await query.write('')
    await page.keyboard.type('top-')
    expect(await page.getByRole('option').count()).toBe(0)
    await page.keyboard.press('Control+Space')
    await completionList(page)
      .options.filter({ hasText: /^top-5/ })
      .click()
    await expect.poll(() => lines(query.editor)).toEqual(['select * from  limit 5'])
  })
})

function lines(editor: Locator): Promise<string[]> {
  return editor.locator('.cm-line').allTextContents()
}
