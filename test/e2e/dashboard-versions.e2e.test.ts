import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { DashboardVersionInList } from '#shared/dashboards/dashboard-versions-api.ts'
import type { Dashboard } from '#shared/dashboards/dashboards-api.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { expectAccessible } from './accessible.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

/** As another client asks. */
async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const { url, member } = sextant()
  const reply = await fetch(url + path, {
    method,
    headers: { authorization: `Key ${member.api_key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

const at = (col: number, row: number) => ({ position: { col, row, sizeX: 3, sizeY: 5 } })

/** A dashboard whose first version is a table, and which has since been renamed, extended and arranged again. */
async function storeHistory(name: string) {
  const { member } = sextant()
  const query = await storeQuery(sextant(), member, {
    ...{ name: `Busiest of ${name}` },
    query: 'select origin, count(*) as flights from flights group by origin order by 2 desc limit 5',
  })
  const [visualization] = (await ask<{ visualizations: { id: number }[] }>('GET', `/api/queries/${query.id}`))
    .visualizations
  const { id } = await ask<Dashboard>('POST', '/api/dashboards', { name })
  const table = await ask<Widget>('POST', '/api/widgets', {
    ...{ dashboard_id: id, visualization_id: visualization?.id, options: at(0, 0) },
  })
  await ask('POST', `/api/dashboards/${id}`, { version: 1, name: `${name} renamed`, tags: ['new'] })
  await ask('POST', '/api/widgets', { dashboard_id: id, text: 'Late words', options: at(0, 0) })
  await ask('POST', `/api/widgets/${table.id}`, { options: at(3, 0) })
  return { id, table }
}

async function openHistory(page: Page) {
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
  const panel = page.getByRole('dialog', { name: 'Version history' })
  const versions = panel.getByRole('list', { name: 'Versions' })
  return {
    panel,
    versions,
    entry: (text: string | RegExp) => versions.getByRole('button', { name: text }).first(),
    /** what is said of something that differs */
    change: (label: string) =>
      panel.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd'),
  }
}

describe('the history of a dashboard', () => {
  it('shows every change, compares with the one before, and restores the first version', async () => {
    const { id, table } = await storeHistory('Flights')
    const { page } = await come(`/dashboards/${id}`)
    const tableBox = page.getByRole('region', { name: 'Busiest of Flights', exact: true })
    await tableBox.getByText('ATL').waitFor()
    await page.getByText('Late words').waitFor()
    const columnOfTable = async () => Math.round((await tableBox.boundingBox())?.x ?? 0)
    const moved = await columnOfTable()

    const { panel, versions, entry, change } = await openHistory(page)
    expect(new URL(page.url()).search).toBe('?history')
    await entry(/Created/).waitFor()
    await expect.poll(() => versions.getByRole('listitem').count()).toBe(4)
    await entry(/Name, tags/).waitFor()

    await entry(/Widgets added, widgets moved/).click()
    await change('Widget “Table – Busiest of Flights”').getByText('Moved').waitFor()
    await change('Widget textbox “Late words”').getByText('Added').waitFor()
    expect(new URL(page.url()).search).toMatch(/^\?history=\d+&against=\d+$/)
    // no tooltip of what happens to be under the pointer
    await page.mouse.move(1, 1)
    await expectAccessible(page)
    await entry(/Name, tags/).click()
    await change('Name').getByText('Flights renamed').waitFor()
    // the address keeps what is compared
    await page.reload()
    await change('Tags').getByText('new').waitFor()

    await versions.getByRole('listitem').nth(2).getByRole('button').click()
    await change('Widget “Table – Busiest of Flights”').getByText('Added').waitFor()
    await panel.getByRole('button', { name: 'Restore' }).click()
    const question = page.getByRole('dialog', { name: 'Restore Version' })
    await question
      .getByText('Are you sure you want to restore “Flights renamed” to the widget changes by')
      .waitFor()
    await question.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('status').filter({ hasText: 'Widget changes restored' }).waitFor()
    await panel.waitFor({ state: 'detached' })

    await page.getByRole('heading', { name: 'Flights', exact: true }).waitFor()
    await page.getByText('Late words').waitFor({ state: 'detached' })
    await tableBox.getByText('ATL').waitFor()
    expect(await columnOfTable()).toBeLessThan(moved)
    expect(new URL(page.url()).search).toBe('')
    const stored = await ask<Dashboard>('GET', `/api/dashboards/${id}`)
    expect(stored).toMatchObject({
      name: 'Flights',
      tags: [],
      widgets: [{ id: table.id, options: at(0, 0) }],
    })
    // what was replaced stays
    const kept = await ask<{ results: DashboardVersionInList[] }>('GET', `/api/dashboards/${id}/versions`)
    expect(kept.results[0]).toMatchObject({
      ...{ kind: 'restored', version: 3 },
      changed: ['name', 'tags', 'widgets_removed', 'widgets_moved'],
    })
  })

  it('fits a narrow screen', async () => {
    const { id } = await storeHistory('Narrow')
    const { page } = await come(`/dashboards/${id}`, { width: 390 })
    const { panel, entry, change } = await openHistory(page)
    await entry(/Created/).waitFor()
    await entry(/Widgets added, widgets moved/).click()
    await change('Widget textbox “Late words”').getByText('Added').waitFor()
    // no tooltip of what happens to be under the pointer
    await page.mouse.move(1, 1)
    await expectAccessible(page)
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
  })
})
