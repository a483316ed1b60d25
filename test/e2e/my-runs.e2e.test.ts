import { describe, expect, it } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

describe('my runs', () => {
  it('finds an unsaved text again, and opens it with its result', async () => {
    const { page, query } = await come('/queries/new')
    await query.write("select 'kept' as my_rows from generate_series(1, 3)")
    await query.run()
    await query.table.getByText('kept').first().waitFor()
    await query.write('select no_such_column from flights')
    await query.run()
    await query.failure.waitFor()
    await page.getByRole('link', { name: 'My Runs' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/queries/runs')
    const row = (text: string) => page.getByRole('row').filter({ hasText: text })
    const failed = row('select no_such_column')
    await failed.getByText('Failed').waitFor()
    await failed.getByText(/column .*no_such_column.* does not exist/).waitFor()
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Search your runs' }).fill('AS MY_ROWS')
    await failed.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('q')).toBe('AS MY_ROWS')
    await row('my_rows').first().getByRole('link', { name: 'Open with Result' }).click()
    await query.table.getByText('kept').first().waitFor()
    expect(await query.editor.textContent()).toBe("select 'kept' as my_rows from generate_series(1, 3)")
    // it is a new query with an unsaved text
    await query.save.getByText('Save*').waitFor()
  })

  it('lists the refreshes of a query, not what its page loads, and nothing for others', async () => {
    const { admin, member } = sextant()
    const { id } = await storeQuery(sextant(), member, {
      name: 'Refreshed by hand',
      query: 'select 77 as refreshed',
    })
    const { page, query } = await come(`/queries/${id}`)
    await page.getByRole('button', { name: 'Refresh', exact: true }).first().click()
    await query.table.getByText('77').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'member' }).click()
    await page.getByRole('menuitem', { name: 'My Runs' }).click()
    const row = page.getByRole('row').filter({ hasText: 'select 77 as refreshed' })
    await row.getByRole('link', { name: 'Refreshed by hand' }).waitFor()
    expect(await row.count()).toBe(1)
    const { page: other } = await come('/queries/runs?q=refreshed', { as: admin })
    await other.getByText('None of your runs has this in its text.').waitFor()
  })

  it('says so when a run is no longer listed', async () => {
    const { page, query } = await come('/queries/new?run=999999')
    await page.getByText('This run is no longer listed.').waitFor()
    await query.editor.waitFor()
  })
})
