import { describe, expect, it } from 'vitest'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

describe('the automatic limit', () => {
  it('is chosen for a query, saved with it, and never carried to the next one', async () => {
    const { page, query } = await come('/queries/new')
    await query.write('select * from flights')
    await page.getByRole('button', { name: 'Number of rows' }).click()
    await page.getByRole('menuitemradio', { name: '100 rows', exact: true }).click()
    await page.getByRole('checkbox', { name: 'LIMIT 100', exact: true }).waitFor()
    await query.run()
    await query.results.getByText('100 rows', { exact: true }).waitFor()
    await query.results.getByText('Limited to 100').waitFor()
    await query.saveNew()
    await page.waitForURL(/\/queries\/\d+\/source/)
    await page.reload()
    await page.getByRole('checkbox', { name: 'LIMIT 100', exact: true, checked: true }).waitFor()
    await page.goto('/queries/new')
    await page.getByRole('checkbox', { name: 'LIMIT 1000', exact: true, checked: true }).waitFor()
    await page.getByRole('button', { name: 'Number of rows' }).click()
    await page.getByRole('menuitemradio', { name: 'No limit' }).click()
    await page.goto('/queries')
    await page.goto('/queries/new')
    await page.getByRole('checkbox', { name: 'LIMIT 1000', exact: true, checked: true }).waitFor()
  })

  it('says that it has cut a result, and gets all rows on demand', async () => {
    const { id } = await storeQuery(sextant(), sextant().member, {
      name: 'Cut',
      query: 'select generate_series(1, 2500) as n offset 5',
      options: { apply_auto_limit: true, parameters: [] },
    })
    const { query, page } = await come(`/queries/${id}/source`)
    await query.run()
    await query.results.getByText('1,000 rows', { exact: true }).waitFor()
    await query.results.getByText('Limited to 1,000').waitFor()
    await query.results.getByRole('button', { name: 'Get all rows' }).click()
    await query.results.getByText('2,495 rows', { exact: true }).waitFor()
    expect(await query.results.getByText('Limited to').count()).toBe(0)
    await page.getByRole('checkbox', { name: 'LIMIT 1000', exact: true, checked: true }).waitFor()

    await query.write('select generate_series(1, 2500) as n limit 1000')
    await query.run()
    await query.results.getByText('1,000 rows', { exact: true }).waitFor()
    expect(await query.results.getByText('Limited to').count()).toBe(0)
  })

  it('leaves all rows in view when the query that has got them is saved', async () => {
    const { query, page } = await come('/queries/new')
    await query.write('select generate_series(1, 1234) as n')
    await query.run()
    await query.results.getByText('Limited to 1,000').waitFor()
    await query.results.getByRole('button', { name: 'Get all rows' }).click()
    await query.results.getByText('1,234 rows', { exact: true }).waitFor()
    await query.saveNew()
    await page.waitForURL(/\/queries\/\d+\/source/)
    await query.results.getByText('1,234 rows', { exact: true }).waitFor()
    expect(await query.results.getByText('Limited to').count()).toBe(0)
    // what is stored is limited, as the query says
    await page.reload()
    await query.results.getByText('Limited to 1,000').waitFor()
  })
})
