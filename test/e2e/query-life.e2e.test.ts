import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { storeQuery } from './sextant-with-flights.ts'
import type { Guest } from './visitors.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const store = (name: string, options: { query?: string; tags?: string[] } = {}) =>
  storeQuery(sextant(), sextant().member, { query: 'select 1 as one', ...options, name })

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function chooseAct(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

const label = ({ page }: Guest, text: string) =>
  page.getByRole('main').locator('header').getByText(text, { exact: true })

async function stored(id: number): Promise<Record<string, unknown>> {
  const { url, member } = sextant()
  const reply = await fetch(`${url}/api/queries/${id}`, {
    headers: { authorization: `Key ${member.api_key}` },
  })
  return (await reply.json()) as Record<string, unknown>
}

describe('the header', () => {
  it('has a menu for the arrow keys alone, publishes and takes back, and marks a favourite', async () => {
    const { id } = await store('Back and forth')
    const guest = await come(`/queries/${id}`)
    const { page } = guest
    await page.getByRole('button', { name: 'More actions' }).focus()
    await page.keyboard.press('Enter')
    const items = page.getByRole('menuitem')
    await items.first().waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Fork')
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe(await items.last().textContent())
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Fork')
    await page.keyboard.press('Escape')
    await items.first().waitFor({ state: 'detached' })

    await chooseAct(page, 'Unpublish')
    await label(guest, 'Unpublished').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await said(page, 'Query saved and published').waitFor()
    await label(guest, 'Unpublished').waitFor({ state: 'detached' })
    expect(await stored(id)).toMatchObject({ is_draft: false })

    const star = page
      .getByRole('main')
      .locator('header')
      .getByRole('button', { name: /favorite/i })
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('false')
    await star.click()
    await expect.poll(async () => (await stored(id)).is_favorite).toBe(true)
    await page.reload()
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    await star.click()
    await expect.poll(async () => (await stored(id)).is_favorite).toBe(false)
  })
})

describe('naming, where the organization publishes named queries', () => {
  const publishNamed = (page: Page) =>
    page.route('**/api/session', async (route) => {
      const reply = await route.fetch()
      const session = await reply.json()
      session.client_config.autoPublishNamedQueries = true
      await route.fulfill({ response: reply, json: session })
    })

  it('publishes a draft', async () => {
    const { id } = await store('New Query')
    const guest = await come('/')
    await publishNamed(guest.page)
    await guest.page.goto(`/queries/${id}`)
    await chooseAct(guest.page, 'Unpublish')
    await label(guest, 'Unpublished').waitFor()
    await guest.query.rename('Named at last')
    await said(guest.page, 'Query saved and published').waitFor()
    await label(guest, 'Unpublished').waitFor({ state: 'detached' })
    expect(await stored(id)).toMatchObject({ name: 'Named at last', is_draft: false })
  })

  it('asks for the name of a new query where it is saved, and publishes only what is meant to be', async () => {
    await store('Flights by origin')
    const guest = await come('/')
    const { page, query } = guest
    await publishNamed(page)
    await page.goto('/queries/new')
    // one begins to write at once
    await expect.poll(() => query.editor.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.insertText('select origin, count(*) from flights group by origin')
    await page.keyboard.press('ControlOrMeta+s')
    const asked = page.getByRole('dialog', { name: 'Name of the query' })
    const name = asked.getByRole('textbox', { name: 'Name' })
    await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true)
    // the name is taken: the first free number is added, still to be typed over
    await expect.poll(() => name.inputValue()).toMatch(/^Flights by origin \(\d+\)$/)
    expect(await page.evaluate(() => String(getSelection()))).toMatch(/^Flights by origin \(\d+\)$/)
    expect(await asked.getByRole('checkbox', { name: 'Publish' }).isChecked()).toBe(true)
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await asked.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/queries/new')

    await query.save.click()
    await name.fill('Not yet for others')
    await asked.getByRole('checkbox', { name: 'Publish' }).uncheck()
    await asked.getByRole('button', { name: 'Save' }).click()
    await said(page, 'Query saved').waitFor()
    await page.waitForURL(/\/queries\/\d+\/source$/)
    const id = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0])
    expect(await stored(id)).toMatchObject({ name: 'Not yet for others', is_draft: true })
    await page.getByRole('link', { name: 'Show Results Only' }).waitFor()
    // one goes on where one was in the text
    await expect.poll(() => query.editor.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.insertText(' limit 1')
    await expect
      .poll(() => query.editor.textContent())
      .toBe('select origin, count(*) from flights group by origin limit 1')
    // renaming says what else it does
    await page.getByRole('heading', { level: 1 }).getByRole('button').click()
    await page.getByText('Naming the query also publishes it.').waitFor()
  })

  it('publishes a new query that has a name when it is first saved', async () => {
    const guest = await come('/')
    const { page, query } = guest
    await publishNamed(page)
    await page.goto('/queries/new')
    await query.write('select 1 as one')
    await query.rename('Named before')
    await query.save.click()
    await said(page, 'Query saved and published').waitFor()
    await page.waitForURL(/\/queries\/\d+\/source$/)
    const id = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0])
    expect(await stored(id)).toMatchObject({ name: 'Named before', is_draft: false })
    expect(await label(guest, 'Unpublished').count()).toBe(0)
  })
})

describe('tags', () => {
  it('are added, suggested, removed and kept', async () => {
    await store('Has tags already', { tags: ['airports', 'weather'] })
    const { id } = await store('To be tagged')
    const { page } = await come(`/queries/${id}`)
    await page.getByRole('button', { name: 'Add tag' }).click()
    const field = page.getByRole('combobox', { name: 'Tags' })
    await page.getByRole('option', { name: 'airports' }).click()
    await field.fill('  long haul ')
    await page.keyboard.press('Enter')
    await field.fill('long haul')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await said(page, 'Query saved').waitFor()
    const tags = page.getByRole('list', { name: 'Tags' })
    expect(await tags.getByRole('listitem').allTextContents()).toEqual(['airports', 'long haul'])

    await page.getByRole('button', { name: 'Edit tags' }).click()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    expect(await tags.getByRole('listitem').allTextContents()).toEqual(['airports', 'long haul'])
    await page.getByRole('button', { name: 'Edit tags' }).click()
    await page.keyboard.press('Backspace')
    await field.fill('short')
    // leaving commits, with what is typed
    await page.keyboard.press('Tab')
    await expect.poll(() => tags.getByRole('listitem').allTextContents()).toEqual(['airports', 'short'])
    await expect.poll(async () => (await stored(id)).tags).toEqual(['airports', 'short'])
  })
})

describe('editing in place by keyboard', () => {
  it('keeps tags when Tab leaves a long list of suggestions', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `suggested ${at}`)
    await store('Has many tags', { tags: many })
    const { id } = await store('Left with Tab')
    const { page } = await come(`/queries/${id}`)
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByRole('option', { name: 'suggested 1', exact: true }).waitFor()
    await page.keyboard.type('typed')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'suggested 1', exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('combobox', { name: 'Tags' }).waitFor({ state: 'detached' })
    await expect.poll(async () => (await stored(id)).tags).toEqual(['typed'])
  })

  it('gives the focus back to where editing began', async () => {
    const { id } = await store('Focused', { tags: ['kept'] })
    const { page, query } = await come(`/queries/${id}`)
    const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)
    const name = query.name.getByRole('button')
    const description = page.getByRole('button', { name: 'Add description' })
    const tags = page.getByRole('button', { name: 'Edit tags' })
    for (const [button, key] of [
      [name, 'Enter'],
      [description, 'Escape'],
      [tags, 'Escape'],
    ] as const) {
      await button.focus()
      await page.keyboard.press('Enter')
      await button.waitFor({ state: 'detached' })
      await page.locator('input:focus, textarea:focus').waitFor()
      await page.keyboard.press(key)
      await expect.poll(() => isFocused(button)).toBe(true)
    }
  })
})

describe('a fork', () => {
  it('opens in a new tab, and what is typed here stays', async () => {
    const { id } = await store('Original')
    const { page, query, context } = await come(`/queries/${id}/source`)
    await query.write('select 2 as two')
    const opened = context.waitForEvent('page')
    await chooseAct(page, 'Fork')
    const copy = await opened
    await copy.waitForURL(/\/queries\/\d+\/source$/)
    await copy.getByRole('heading', { name: `Copy of (#${id}) Original` }).waitFor()
    await copy.getByRole('textbox', { name: 'Query text' }).getByText('one').waitFor()
    expect(await query.editor.textContent()).toBe('select 2 as two')
  })

  it('is offered only to those with full access to the data source', async () => {
    const { id } = await store('Not for viewers')
    const { page } = await come(`/queries/${id}`, { as: sextant().viewer })
    await page.getByRole('heading', { name: 'Not for viewers' }).waitFor()
    const more = page.getByRole('button', { name: 'More actions' })
    if (await more.isVisible()) await more.click()
    expect(await page.getByRole('menuitem', { name: 'Fork' }).isVisible()).toBe(false)
  })
})

describe('archiving', () => {
  it('asks with the name, says when it could not be done, and is undone by unarchiving', async () => {
    const { id } = await store('Old things')
    const guest = await come(`/queries/${id}`)
    const { page } = guest
    const question = page.getByRole('dialog', { name: 'Archive Query' })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await guest.query.table.getByText('one').waitFor()
    await page.route(`**/api/queries/${id}`, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    )
    guest.expectRefusal(500, new RegExp(`/api/queries/${id}$`))
    await chooseAct(page, 'Archive')
    await question.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('alert').filter({ hasText: 'Query could not be archived.' }).waitFor()
    expect(await label(guest, 'Archived').count()).toBe(0)
    await question.waitFor({ state: 'detached' })

    await page.unroute(`**/api/queries/${id}`)
    await chooseAct(page, 'Archive')
    await question.getByText('Are you sure you want to archive the query “Old things”?').waitFor()
    await question.getByText('its alerts and its widgets on dashboards are deleted').waitFor()
    await question.getByRole('button', { name: 'Archive' }).click()
    await label(guest, 'Archived').waitFor()
    expect(await guest.query.name.getByRole('button').count()).toBe(0)
    await page.reload()
    await label(guest, 'Archived').waitFor()
    // its result is left to see, and nothing runs it
    await page.goto(`/queries/${id}/source`)
    await guest.query.table.getByText('one').waitFor()
    expect(await page.getByRole('button', { name: /^(Execute|Refresh Now)/ }).count()).toBe(0)
    await chooseAct(page, 'Unarchive')
    await label(guest, 'Archived').waitFor({ state: 'detached' })
    expect(await stored(id)).toMatchObject({ is_archived: false })
  })
})

describe('the description', () => {
  it('is written in markdown, shown formatted and safe', async () => {
    const { id } = await store('Described')
    const { page } = await come(`/queries/${id}`)
    await page.getByRole('button', { name: 'Add description' }).click()
    const field = page.getByRole('textbox', { name: 'Description' })
    await field.fill('By **airport**, see [the plan](https://example.com/plan)')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('<img src=x onerror=alert(1)>')
    await page.keyboard.press('Enter')
    await page.getByRole('strong').filter({ hasText: 'airport' }).waitFor()
    expect(await page.getByRole('link', { name: 'the plan' }).getAttribute('href')).toBe(
      'https://example.com/plan',
    )
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    await page.getByRole('button', { name: 'Edit description' }).click()
    await field.fill('never kept')
    await page.keyboard.press('Escape')
    await page.getByRole('strong').filter({ hasText: 'airport' }).waitFor()
    await page.getByRole('button', { name: 'Edit description' }).click()
    await field.fill('')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add description' }).waitFor()
    await expect.poll(async () => (await stored(id)).description).toBe('')
  })
})

describe('the API key', () => {
  it('is shown with example addresses, stays when replacing it fails, and is replaced on demand', async () => {
    const { id, api_key } = await store('Read by programs')
    const guest = await come(`/queries/${id}`)
    const { page } = guest
    await chooseAct(page, 'Show API Key')
    const dialog = page.getByRole('dialog', { name: 'API Key' })
    await dialog.getByText(`/api/queries/${id}/results.csv?api_key=${api_key}`).waitFor()
    await dialog.getByText(`/api/queries/${id}/results.json?api_key=${api_key}`).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy Results in CSV format' }).click()
    await dialog.getByText('Copied!').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`.csv?api_key=${api_key}`)
    const question = page.getByRole('dialog', { name: 'Regenerate API Key' })
    const regenerate = async () => {
      await dialog.getByRole('button', { name: 'Regenerate' }).click()
      await question.getByText('Read by programs').waitFor()
      await question.getByRole('button', { name: 'Regenerate' }).click()
      await question.waitFor({ state: 'detached' })
    }
    const address = `**/api/queries/${id}/regenerate_api_key`
    await page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
    guest.expectRefusal(500, /regenerate_api_key$/)
    await regenerate()
    await page.getByRole('alert').filter({ hasText: 'Failed to update API key' }).waitFor()
    await dialog.getByText(String(api_key), { exact: true }).waitFor()
    await page.unroute(address)
    await regenerate()
    await dialog.getByText(String(api_key)).first().waitFor({ state: 'detached' })
    const { api_key: key } = await stored(id)
    expect(key).not.toBe(api_key)
    await dialog.getByText(String(key), { exact: true }).waitFor()
  })
})
