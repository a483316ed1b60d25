import { describe, expect, it } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { queryPage } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const notFound = "It seems like the page you're looking for cannot be found."
const forbidden = 'It seems like you don’t have permission to see this page.'

const store = (name: string) => storeQuery(sextant(), sextant().member, { name, query: 'select 7 as seven' })

describe('who may only view the data source', () => {
  it('runs what is saved, changes nothing and writes nothing new', async () => {
    const { id } = await store('Lucky number')
    const { page, query } = await come('/queries', { as: sextant().viewer })
    await page.getByRole('link', { name: 'Lucky number' }).click()
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await query.table.getByText('7', { exact: true }).waitFor()
    expect(await query.name.getByRole('button').count()).toBe(0)
    for (const name of ['New Visualization', 'Publish', 'More actions']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    }

    await page.getByRole('link', { name: 'Edit Source' }).click()
    await page.waitForURL(`**/queries/${id}/source`)
    await query.write('select 8 as eight')
    await expect.poll(() => query.execute.getAttribute('aria-disabled')).toBe('true')
    await query.execute.hover()
    await page.getByText('You do not have permission to run queries with this data source.').waitFor()
    expect(await query.save.getAttribute('aria-disabled')).toBe('true')
    await query.save.hover()
    await page.getByText('You do not have permission to change this query').waitFor()
    expect(await page.getByRole('combobox', { name: 'Data Source' }).isDisabled()).toBe(true)
  })

  it('is told so where new queries are written', async () => {
    const { page } = await come('/queries/new', { as: sextant().viewer })
    await page
      .getByText(
        "You don't have permission to create new queries on any of the data sources available to you.",
      )
      .waitFor()
    await expectAccessible(page, { within: 'main' })
  })
})

describe('the error page', () => {
  it('is shown for a page that does not exist', async () => {
    const { page } = await come('/nowhere')
    await page.getByRole('alert').getByRole('heading', { name: notFound }).waitFor()
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
  })

  it('is shown for a query that does not exist, or is not for these eyes', async () => {
    const { id } = await store('Secret')
    const lost = await come('about:blank')
    lost.expectRefusal(404, /\/api\/queries\/999999$/)
    await lost.page.goto('/queries/999999')
    await lost.page.getByText(notFound).waitFor()
    const outside = await come('about:blank', { as: sextant().outsider })
    outside.expectRefusal(403, new RegExp(`/api/queries/${id}$`))
    await outside.page.goto(`/queries/${id}/source`)
    await outside.page.getByText(forbidden).waitFor()
  })

  it('is shown to members on the pages of admins', async () => {
    const { page } = await come('/data_sources')
    await page.getByText(forbidden).waitFor()
    await expectAccessible(page, { within: 'main' })
  })
})

it('without a session a page that is opened leads to the login page, and back', async () => {
  const { id } = await store('Wanted')
  const { page } = await come(`/queries/${id}/source`, { as: undefined })
  await page.waitForURL('**/login?next=*')
  await page.getByLabel('Email').fill(sextant().member.email)
  await page.getByLabel('Password').fill(sextant().member.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(`**/queries/${id}/source`)
  await queryPage(page).editor.getByText('seven').waitFor()
})
