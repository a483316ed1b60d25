import { expect, it } from 'vitest'
import { createDataSource, createQuery, createResult } from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { textsOf } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { takeScreenshots, visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

it('creates Query Results, which has no options', async () => {
  const visitor = await come('/data_sources/new', { as: sextant().admin, theme: 'dark' })
  const { page } = visitor
  const dialog = page.getByRole('dialog', { name: 'Create a New Data Source' })
  await dialog.getByLabel('Search data source types').fill('query results')
  await dialog.getByRole('button', { name: 'Query Results' }).click()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Answers')
  await takeScreenshots('query results new', [visitor])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/data_sources\/\d+$/)
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await page.getByText('Success', { exact: true }).waitFor()
  await expectAccessible(page)
})

it.each([
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const)('reads another query, $width wide, $theme', async ({ width, theme }) => {
  const { organization, member } = sextant()
  const source = await createDataSource(sextant(), {
    name: `Answers ${width}`,
    type: 'results',
    options: {},
    groups: { [organization.defaultGroup]: false },
  })
  const { id } = await storeQuery(sextant(), member, {
    name: 'Two numbers',
    query: 'select 20 as a, 22 as b',
  })
  const reading = await createQuery(sextant(), {
    data_source_id: source.id,
    user_id: member.id,
    query: 'select 1',
  })
  await createResult(sextant(), { query_id: id })
  const visitor = await come(`/queries/${reading.id}/source`, { width, theme })
  const { page, query } = visitor
  await query.editor.waitFor()
  await query.show('Schema')
  await page.getByText(`query_${id}`).first().waitFor()
  await query.write(`select a + b as total from query_${id}`)
  await query.run()
  await query.show('Results')
  await query.table.getByText('42').waitFor()
  expect(await textsOf(query.table)).toContainEqual(['42'])
  await takeScreenshots(`query results ${width}`, [visitor])
  await query.write(`select * from query_${id + 1_000_000}`)
  await query.run()
  await query.show('Results')
  await query.failure.getByText(`Query id ${id + 1_000_000} not found.`).waitFor()
  await expectAccessible(page)
})
