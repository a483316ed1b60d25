import { zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { createDataSource } from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { ask, postgresOptions, withDatabase } from './databases.ts'
import { choose, textsOf } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
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
  it('are browsed, searched and opened, and completed on demand only', async () => {
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
    await page.keyboard.type(' where status is not null and amount > 10')
    expect(await query.editor.textContent()).toContain('amount > 10')
    expect(await page.getByRole('listbox', { name: 'Completions' }).count()).toBe(0)
  })
})

describe('tables with keys', () => {
  const database = `sextant_tree_${Date.now()}`
  const source = 'Shop'

  beforeAll(async () => {
    const server = inject('postgresUrl')
    await ask(server, `create database ${database}`)
    const url = withDatabase(server, database)
    await ask(
      url,
      `create table customers (name text, id integer primary key);
       create table "Orders" (placed date, customer_id integer references customers, id integer primary key, "order" text);
       comment on table "Orders" is 'What customers have bought';
       comment on column "Orders".placed is 'The day of the order';
       insert into customers values ('Ada', 1), ('Grace', 2);
       insert into "Orders" select date '2026-01-01' + at, 1 + at % 2, at, 'tea' from generate_series(1, 250) at`,
    )
    await createDataSource(sextant(), { name: source, options: postgresOptions(url) })
  })

  const open = async () => {
    const guest = await come('/queries/new')
    await choose(guest.page, 'Data Source', source)
    const tree = guest.page.getByRole('tree', { name: 'Tables and columns' })
    const line = (name: string | RegExp) => tree.getByRole('treeitem', { name })
    await line('Orders').waitFor()
    return { ...guest, tree, line, text: () => guest.query.editor.innerText() }
  }

  it('are opened by the first third of their line and by keys, with columns in their own order', async () => {
    const { page, tree, line, query, text } = await open()
    await line('Orders').click({ position: { x: 14, y: 10 } })
    await expect
      .poll(() => tree.getByRole('treeitem', { level: 2 }).allInnerTexts())
      .toEqual([
        expect.stringMatching(/^placed/),
        expect.stringMatching(/^customer_id/),
        expect.stringMatching(/^id/),
        expect.stringMatching(/^order/),
      ])
    await line(/^Primary key id/).waitFor()
    await line('References customers.id customer_id').waitFor()
    await expectAccessible(page)
    // the name is inserted although it stands in the first third
    await line('Orders').getByText('Orders').click()
    await expect.poll(text).toBe('"Orders"')
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => query.editor.textContent()).not.toContain('Orders')

    await tree.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(text).toBe('placed')
  })

  it('are previewed and described without touching the query', async () => {
    const { page, tree, line, query, text } = await open()
    await query.write('select 7 as seven')
    await query.run()
    await expect.poll(() => textsOf(query.table)).toEqual([['7']])

    await line('Orders').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Preview 100 rows' }).click()
    const preview = page.getByRole('dialog', { name: 'Orders' })
    await preview.getByText('100 rows shown').waitFor()
    await preview.getByRole('gridcell', { name: 'tea' }).first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
    expect(await text()).toBe('select 7 as seven')
    expect(await textsOf(query.table)).toEqual([['7']])

    await tree.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await line(/placed|name/)
      .first()
      .waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Describe' }).click()
    const description = page.getByRole('dialog')
    await description.getByRole('table', { name: 'Columns' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await description.waitFor({ state: 'detached' })
    await expect.poll(() => tree.evaluate((node) => node.contains(document.activeElement))).toBe(true)
    expect(await text()).toBe('select 7 as seven')
  })

  it('say what they are in a card, and show values only when asked', async () => {
    const { page, line } = await open()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/query_results')) asked.push(request.postData() ?? '')
    })
    await line('Orders').hover()
    await page.getByRole('region', { name: 'About Orders' }).getByText('What customers have bought').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'About Orders' }).waitFor({ state: 'detached' })
    await line('Orders').click({ position: { x: 14, y: 10 } })
    await line(/customer_id/).hover()
    const card = page.getByRole('region', { name: 'About customer_id' })
    await card.getByText('References customers.id').waitFor()
    await card.getByText('integer').waitFor()
    await expectAccessible(page)
    expect(asked).toEqual([])
    await card.getByRole('button', { name: 'Show values' }).click()
    await expect
      .poll(() =>
        card.getByRole('list', { name: 'Values of the first rows' }).getByRole('listitem').allTextContents(),
      )
      .toEqual(['2', '1'])
    expect(asked).toHaveLength(1)
    // the rows are known now
    await line(/^placed/).hover()
    const other = page.getByRole('region', { name: 'About placed' })
    await other.getByText('The day of the order').waitFor()
    await other.getByRole('listitem').first().waitFor()
    expect(asked).toHaveLength(1)
  })

  it('tell in place why their rows cannot be read', async () => {
    const { page, line } = await open()
    await ask(withDatabase(inject('postgresUrl'), database), 'alter table customers rename to clients')
    await line('customers').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Preview 100 rows' }).click()
    const preview = page.getByRole('dialog', { name: 'customers' })
    await preview.getByRole('alert').getByText('relation "customers" does not exist').waitFor()
    await ask(withDatabase(inject('postgresUrl'), database), 'alter table clients rename to customers')
    await preview.getByRole('button', { name: 'Read again' }).click()
    await preview.getByRole('gridcell', { name: 'Grace' }).waitFor()
  })

  it('are dragged to a place in the text', async () => {
    const { page, line, query, text } = await open()
    await query.write('select * from where true')
    const target = query.editor.getByText('where')
    await line('Orders').dragTo(target, { targetPosition: { x: 1, y: 8 } })
    await expect.poll(text).toBe('select * from "Orders" where true')
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(text).toBe('select * from where true')
  })

  it('are described, but not read, for people who may only view the data source', async () => {
    const { db, member } = sextant()
    const { id } = await db
      .selectFrom('data_sources')
      .select('id')
      .where('name', '=', source)
      .executeTakeFirstOrThrow()
    const stored = { name: 'Of the shop', query: 'select 1', data_source_id: id }
    const query = await storeQuery(sextant(), member, stored)
    await db
      .updateTable('data_source_groups')
      .set({ view_only: true })
      .where('data_source_id', '=', id)
      .execute()
    const { page } = await come(`/queries/${query.id}/source`)
    await page.getByRole('treeitem', { name: 'customers' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Describe' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Preview 100 rows' }).count()).toBe(0)
  })
})
