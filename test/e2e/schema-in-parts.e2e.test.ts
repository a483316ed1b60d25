import { beforeAll, describe, expect, it } from 'vitest'
import { createDataSource } from '#test/factories.ts'
import { databricksOptions } from '#test/live/databricks-server.ts'
import { expectAccessible } from './accessible.ts'
import { choose } from './query-page.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()
const source = 'Lake house'

/** What a workspace said within the last hour; nothing asks it here. */
async function knownParts(): Promise<void> {
  const { id } = await createDataSource(sextant(), {
    name: source,
    type: 'databricks',
    options: databricksOptions,
  })
  const orders = { name: 'shop.orders', columns: [{ name: 'id', type: 'bigint' }] }
  for (const [database_name, content] of [
    ['', ['default', 'shop']],
    ['shop', { schema: [orders], has_columns: true }],
  ] as const) {
    await sextant()
      .db.insertInto('schema_levels')
      .values({ data_source_id: id, database_name, content_json: JSON.stringify(content) })
      .execute()
  }
}

describe('a schema that is read in parts', () => {
  beforeAll(knownParts)

  it('shows the tables of one database, and reads the columns of a table that is opened', async () => {
    const { page, query } = await come('/queries/new')
    const asked: string[] = []
    await page.route(/\/api\/databricks\/databases\/\d+\/default\/tables$/, (route) =>
      route.fulfill({
        json: {
          schema: ['a', 'b'].map((name) => ({ name: `default.${name}`, columns: [] })),
          has_columns: false,
        },
      }),
    )
    await page.route(/\/api\/databricks\/databases\/\d+\/default\/columns\/\w+$/, (route) => {
      asked.push(route.request().url())
      const result = [{ name: 'amount', type: 'decimal(10,2)' }, { name: 'at' }]
      const job = { id: 'x', updated_at: 0, status: 3, error: '', result, query_result_id: result }
      return route.fulfill({ json: { job } })
    })
    await choose(page, 'Data Source', source)
    const tree = page.getByRole('tree', { name: 'Tables and columns' })
    const line = (name: string | RegExp) => tree.getByRole('treeitem', { name })
    await line('default.a').click({ position: { x: 14, y: 10 } })
    await line(/^amount/).waitFor()
    await line('at').waitFor()
    await expectAccessible(page)
    // once
    await line('default.a').click({ position: { x: 14, y: 10 } })
    await line(/^amount/).waitFor({ state: 'detached' })
    await line('default.a').click({ position: { x: 14, y: 10 } })
    await line(/^amount/).waitFor()
    expect(asked).toHaveLength(1)

    await choose(page, 'Database', 'shop')
    await line('shop.orders').click({ position: { x: 14, y: 10 } })
    await line(/^id/).waitFor()
    expect(await line(/default/).count()).toBe(0)
    await query.write('select * from ord')
    await page.keyboard.press('Control+Space')
    await page.getByRole('option', { name: /shop\.orders/ }).waitFor()
  })
})
