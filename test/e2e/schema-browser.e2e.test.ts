import { zstdCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createDataSource } from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { postgresOptions } from './databases.ts'
import { choose } from './query-page.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const tableCount = 20_000
const kinds = ['orders', 'customers', 'invoices', 'shipments', 'events']

/** A stored schema as a refresh leaves it: 20,000 tables of six columns. */
async function manyTables(): Promise<void> {
  const { id } = await createDataSource(sextant(), {
    name: 'Many tables',
    options: postgresOptions(sextant().flightsUrl),
  })
  const schema = Array.from({ length: tableCount }, (_, at) => ({
    name: `${kinds[at % kinds.length]}_${String(at).padStart(5, '0')}`,
    columns: ['id', 'created_at', 'amount', 'status', 'note', `only_${at}`].map((name) => ({
      name,
      type: name === 'id' ? 'bigint' : 'text',
    })),
  }))
  await sextant()
    .db.insertInto('data_source_schemas')
    .values({
      ...{ data_source_id: id, table_count: tableCount, column_count: tableCount * 6 },
      frame: zstdCompressSync(JSON.stringify({ schema })),
    })
    .execute()
}

describe('20,000 tables', () => {
  it('are browsed, searched and opened, and the editor stays quick', async () => {
    await manyTables()
    const { page, query } = await come('/queries/new')
    await choose(page, 'Data Source', 'Many tables')
    const tree = page.getByRole('tree', { name: 'Tables and columns' })
    const line = (name: string) => tree.getByRole('treeitem', { name, exact: true })
    await line('orders_00000').waitFor()
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(100)

    await tree.focus()
    await page.keyboard.press('End')
    await line('events_19999').waitFor()
    await page.keyboard.press('Home')
    await line('orders_00000').waitFor()
    await page.keyboard.press('ArrowRight')
    await tree.getByText('only_0', { exact: true }).waitFor()
    await expectAccessible(page)

    const search = page.getByRole('textbox', { name: 'Search schema' })
    await search.fill('invoices_12342')
    await line('invoices_12342').waitFor()
    await expect.poll(() => tree.getByRole('treeitem', { level: 1 }).count()).toBe(1)
    await search.fill('only_7654')
    await tree.getByText('only_7654', { exact: true }).waitFor()
    await search.fill('nothing is called so')
    await page.getByText('Nothing found in the schema.').waitFor()
    await page.getByRole('button', { name: 'Clear schema search' }).click()
    await line('orders_00000').click()
    await expect.poll(() => query.editor.textContent()).toBe('orders_00000')

    // too many columns for completion while typing; on demand it works
    expect(await page.getByRole('button', { name: /live autocomplete/i }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await query.write('select * from shipments_0000')
    await page.keyboard.press('Control+Space')
    await page.getByRole('option', { name: 'shipments_00003' }).waitFor()
    await page.keyboard.press('Escape')
    expect(
      await maxTask(page, () => page.keyboard.type(' where status is not null and amount > 10')),
    ).toBeLessThan(400)
    expect(await query.editor.textContent()).toContain('amount > 10')
  })
})

/** Milliseconds of the longest block of the page's thread while something is done; 0 when none took 50. */
async function maxTask(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { longTasks: seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration)
    }).observe({ type: 'longtask' })
  })
  await work()
  return page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks))
}
