import { expect, it } from 'vitest'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

it('offers products by their names', async () => {
  const { page } = await come('/data_sources/new', { as: sextant().admin })
  const dialog = page.getByRole('dialog', { name: 'Create a New Data Source' })
  await dialog.getByRole('button', { name: 'Apache Doris' }).waitFor()
  await dialog.getByLabel('Search data source types').fill('yuga')
  await dialog.getByRole('button', { name: 'YugabyteDB' }).click()
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  expect(await field('Name').getAttribute('placeholder')).toBe('My YugabyteDB')
  expect(await field('Port').inputValue()).toBe('5433')
  expect(await field('User').inputValue()).toBe('yugabyte')
  await field('Name').fill('Yuga')
  await field('Database Name').fill('shop')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await page.waitForURL(/\/data_sources\/\d+$/)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const { type, options } = await page.evaluate(
    async (own) => (await fetch(`/api/data_sources/${own}`)).json(),
    id,
  )
  expect([type, options.port, options.user]).toEqual(['pg', 5433, 'yugabyte'])
})
