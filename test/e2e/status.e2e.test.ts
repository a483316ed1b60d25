import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleHereAndNarrow } from './accessible.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

/** A query whose schedule is due, and whose run does not end by itself. */
let late: number
beforeAll(async () => {
  const { member, pool } = sextant()
  const query = await storeQuery(sextant(), member, { name: 'Night report', query: 'select pg_sleep(600)' })
  late = query.id
  await pool.query('update queries set schedule = $1, tags = $2 where id = $3', [
    JSON.stringify({ interval: 3600, time: null, day_of_week: null, until: null }),
    ['nightly'],
    late,
  ])
})

describe('the status pages', () => {
  it('tell a super admin what runs, who runs it, and what is late; the tab stands in the address', async () => {
    const { admin, member } = sextant()
    const { page } = await come('/', { as: admin })
    await page.getByRole('button', { name: admin.name }).click()
    await page.getByRole('menuitem', { name: 'System Status' }).click()
    await page.waitForURL('**/admin/status')
    await page.getByRole('heading', { name: 'System Status', level: 1 }).waitFor()
    for (const name of ['General', 'Manager', 'Queues', 'Sextant Database']) {
      await page.getByRole('region', { name, exact: true }).waitFor()
    }
    await page.getByRole('region', { name: 'General' }).getByText('Unused Query Results').waitFor()

    // the clock of schedules finds the query within its 15 seconds
    const started = async () => {
      const { rows } = await sextant().pool.query("select id from jobs where status = 'started'")
      return rows.length
    }
    await expect.poll(started, { timeout: 40_000 }).toBe(1)
    await page.goto('/admin/queries/jobs')
    await page.getByText('Started Jobs').first().waitFor()
    await expect.poll(() => page.locator('dd').first().textContent()).toBe('1')
    expect(await page.getByRole('tab', { name: 'Queues' }).getAttribute('aria-selected')).toBe('true')
    await page.getByRole('cell', { name: 'scheduled_queries' }).waitFor()
    await page.getByRole('tab', { name: 'Workers' }).click()
    await page.waitForURL('**/admin/queries/jobs#workers')
    await page.getByRole('cell', { name: /^[\da-f]{8} \(run_query\)$/ }).waitFor()
    await page.getByRole('cell', { name: 'busy' }).waitFor()
    await page.reload()
    await page.getByRole('cell', { name: 'busy' }).waitFor()
    await page.getByRole('tab', { name: 'Other Jobs' }).click()
    await page.waitForURL('**/admin/queries/jobs#otherJobs')
    await page.getByRole('tab', { name: 'Queries', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'Night report' }).filter({ hasText: member.name }).waitFor()
    await expectAccessibleHereAndNarrow(page, { within: 'main' })

    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link', { name: 'Outdated Queries' })
      .click()
    await page.waitForURL('**/admin/queries/outdated')
    const row = page.getByRole('row').filter({ hasText: 'Night report' })
    await row.getByText('nightly').waitFor()
    await row.getByText('Every hour').waitFor()
    await expectAccessibleHereAndNarrow(page, { within: 'main' })
    expect(await page.getByRole('switch', { name: 'Auto update' }).isChecked()).toBe(true)
    await page.getByText('Last updated: just now').waitFor()
    await row.getByRole('link', { name: 'Night report' }).click()
    await page.waitForURL(`**/queries/${late}`)
  })

  it('are for super admins alone, and say so when the server does not answer', async () => {
    const other = await come('/admin/status')
    await other.page.getByText('It seems like you don’t have permission to see this page.').waitFor()

    const { page, expectRefusal } = await come('/admin/status', { as: sextant().admin })
    await page.getByRole('region', { name: 'General' }).waitFor()
    expectRefusal(503, /rq_status/)
    const address = '**/api/admin/queries/rq_status'
    await page.route(address, (route) =>
      route.fulfill({ status: 503, json: { message: 'The database is down.', code: 'server.unavailable' } }),
    )
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Queue Status' }).click()
    await page.getByText('Failed loading status. Please refresh.').waitFor({ timeout: 30_000 })
    await page.unroute(address)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('tab', { name: 'Workers' }).waitFor()
    expect(await page.getByText('Failed loading status. Please refresh.').count()).toBe(0)
  })
})
