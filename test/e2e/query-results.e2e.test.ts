import { expect, it } from 'vitest'
import { createDataSource, createQuery, createResult } from '#test/factories.ts'
import { textsOf } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

it('creates Query Results, which has no options', async () => {
  const { page } = await come('/data_sources/new', { as: sextant().admin })
  const dialog = page.getByRole('dialog', { name: 'Create a New Data Source' })
  await dialog.getByLabel('Search data source types').fill('query results')
  await dialog.getByRole('button', { name: 'Query Results' }).click()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Answers')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/data_sources\/\d+$/)
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await page.getByText('Success', { exact: true }).waitFor()
})

it('reads another query', async () => {
  const { organization, member } = sextant()
  const source = await createDataSource(sextant(), {
    name: 'More answers',
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
  const { page, query } = await come(`/queries/${reading.id}/source`)
  await query.editor.waitFor()
  await page.getByText(`query_${id}`).first().waitFor()
  await query.write(`select a + b as total from query_${id}`)
  await query.run()
  await query.table.getByText('42').waitFor()
  expect(await textsOf(query.table)).toContainEqual(['42'])
  await query.write(`select * from query_${id + 1_000_000}`)
  await query.run()
  await query.failure.getByText(`Query id ${id + 1_000_000} not found.`).waitFor()
})
