import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createDashboard, createVisualization, createWidget } from '#test/factories.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const store = (name: string, query: string) => storeQuery(sextant(), sextant().member, { name, query })

/** As another client saves it. */
const save = (id: number, fields: Record<string, unknown>) => post(`/api/queries/${id}`, fields)

async function post(path: string, fields: Record<string, unknown>): Promise<void> {
  const { url, member } = sextant()
  const reply = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Key ${member.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  expect(reply.status).toBe(200)
}

async function openHistory(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
  return history(page)
}

function history(page: Page) {
  const panel = page.getByRole('dialog', { name: 'Version history' })
  const versions = panel.getByRole('list', { name: 'Versions' })
  return {
    panel,
    versions,
    entry: (text: string | RegExp) => versions.getByRole('button', { name: text }).first(),
  }
}

describe('the history of a query', () => {
  it('tells of public dashboards whose visitors do not get what came back', async () => {
    const { member } = sextant()
    const column = { name: 'column', title: 'Column', type: 'text', value: 'origin', global: false }
    const { id } = await storeQuery(sextant(), member, {
      ...{ name: 'Open once', query: 'select {{ column }} from flights limit 1' },
      options: { parameters: [column] },
    })
    await save(id, { query: 'select origin from flights limit 1', options: { parameters: [] } })
    const dashboard = await createDashboard(sextant(), { user_id: member.id, name: 'For everyone' })
    const visualization = await createVisualization(sextant(), { query_id: id })
    await createWidget(sextant(), { dashboard_id: dashboard.id, visualization_id: visualization.id })
    await post(`/api/dashboards/${dashboard.id}/share`, {})
    const { page } = await come(`/queries/${id}/source`)
    const { panel, entry } = await openHistory(page)
    await entry(/Created/).click()
    await panel.getByRole('button', { name: 'Restore' }).click()
    await page
      .getByRole('dialog', { name: 'Restore Version' })
      .getByRole('button', { name: 'Restore' })
      .click()
    await page.getByText('Visitors of the public dashboard “For everyone” no longer see this query').waitFor()
  })

  it('shows every save, compares any two, and restores', async () => {
    const { id } = await store('Counted', 'select 1 as first\nfrom flights')
    await save(id, { query: 'select 2 as second\nfrom flights', tags: ['new'] })
    await save(id, { name: 'Counted well', description: 'By *airport*' })
    const { page, query } = await come(`/queries/${id}/source`)
    await query.editor.getByText('second').waitFor()
    const { panel, versions, entry } = await openHistory(page)
    expect(new URL(page.url()).search).toBe('?history')
    await entry(/Created/).waitFor()
    await entry(/Text, tags/).waitFor()
    await entry(/Name, description/).waitFor()
    await expect.poll(() => versions.getByRole('listitem').count(), { timeout: 15_000 }).toBe(4)

    await entry(/Created/).click()
    await panel.getByText('first').waitFor()
    await panel.getByText('second').waitFor()
    await panel.getByText('Counted well').waitFor()
    await panel.getByRole('definition').filter({ hasText: 'new' }).waitFor()
    // the address keeps what is compared
    await page.reload()
    await panel.getByText('first').waitFor()

    const against = panel.getByRole('combobox', { name: 'Compare with' })
    await against.click()
    await panel.getByRole('option', { name: /^Version 3/ }).click()
    await panel.getByText('Counted well').waitFor({ state: 'detached' })
    await panel.getByText('second').waitFor()
    expect(new URL(page.url()).search).toMatch(/^\?history=\d+&against=\d+$/)

    await panel.getByRole('button', { name: 'Restore' }).click()
    const question = page.getByRole('dialog', { name: 'Restore Version' })
    await question.getByText('Are you sure you want to restore “Counted well” to version 1').waitFor()
    await question.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('status').filter({ hasText: 'Version 1 restored' }).waitFor()
    await panel.waitFor({ state: 'detached' })
    await query.editor.getByText('first').waitFor()
    await page.getByRole('heading', { name: 'Counted', exact: true }).waitFor()
    expect(await query.save.textContent()).toBe('Save')

    await page.reload()
    await query.editor.getByText('first').waitFor()
    await openHistory(page)
    await entry(/Restored/).waitFor()
    await expect.poll(() => versions.getByRole('listitem').count(), { timeout: 15_000 }).toBe(5)
  })

  it('fits a narrow screen', async () => {
    const { id } = await store('Narrow', 'select 1 as first')
    await save(id, { query: 'select 2 as second' })
    const { page } = await come(`/queries/${id}`, { width: 390 })
    const { panel, entry } = await openHistory(page)
    await entry(/Created/).click()
    await panel.getByText('second').waitFor()
    // what was pressed goes each time; the focus stays in the panel
    const hasFocus = () => panel.evaluate((element) => element.contains(document.activeElement))
    expect(await hasFocus()).toBe(true)
    await panel.getByRole('button', { name: 'All versions' }).click()
    await panel.getByRole('button', { name: 'All versions' }).waitFor({ state: 'detached' })
    expect(await hasFocus()).toBe(true)
    await entry(/Created/).waitFor()
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
  })
})

describe('a refused save', () => {
  it('is kept, can be found from the notice, and restored', async () => {
    const { id } = await store('Contested', 'select 0 as nobody')
    const first = await come(`/queries/${id}/source`)
    const second = await come(`/queries/${id}/source`, { as: sextant().admin })
    await second.query.editor.getByText('nobody').waitFor()
    await first.query.write('select 1 as quicker')
    await first.query.save.click()
    await first.page.getByText('Query saved').first().waitFor()

    second.expectRefusal(409, new RegExp(`/api/queries/${id}$`))
    await second.query.write('select 2 as slower')
    await second.query.save.click()
    const question = second.page.getByRole('dialog', { name: 'Overwrite Query' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    const notice = second.page.getByRole('alert').filter({ hasText: 'Changes not saved' })
    await notice.getByRole('button', { name: 'version history' }).click()
    const { panel, entry } = history(second.page)
    await entry(/Not saved: another user had saved/).click()
    await panel.getByText('quicker').waitFor()
    await panel.getByText('slower').waitFor()

    // the quicker one finds it too, and takes it over
    const found = await openHistory(first.page)
    await found.entry(/Not saved: another user had saved/).click()
    await found.panel.getByText('quicker').waitFor()
    await found.panel.getByText('slower').waitFor()
    await found.panel.getByRole('button', { name: 'Restore' }).click()
    const sure = first.page.getByRole('dialog', { name: 'Restore Version' })
    await sure.getByRole('button', { name: 'Restore' }).click()
    await first.query.editor.getByText('slower').waitFor()
  })

  it('is also kept when it is then saved over the other', async () => {
    const { id } = await store('Overwritten', 'select 0 as nobody')
    const guest = await come(`/queries/${id}/source`)
    await guest.query.editor.getByText('nobody').waitFor()
    await save(id, { query: 'select 1 as quicker' })
    guest.expectRefusal(409, new RegExp(`/api/queries/${id}$`))
    await guest.query.write('select 2 as slower')
    await guest.query.save.click()
    const question = guest.page.getByRole('dialog', { name: 'Overwrite Query' })
    await question.getByRole('button', { name: 'Overwrite' }).click()
    await guest.page.getByText('Query saved').first().waitFor()
    const { panel, entry } = await openHistory(guest.page)
    await entry(/Not saved/).waitFor()
    // the overwritten text is not lost
    await entry(/^Version 3/).click()
    await panel.getByText('quicker').waitFor()
  })
})
