import { expect, it } from 'vitest'
import { createDataSource, createQuery } from '#test/factories.ts'
import { expectAccessible, expectAccessibleHereAndNarrow } from './accessible.ts'
import type { Width } from './browser.ts'
import { textsOf } from './query-page.ts'
import { takeScreenshots, visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const orders = 'id;customer;amount;day\n1;Ada;12.50;2026-01-31\n2;Grace;7.25;2026-02-01\n3;007;;2026-02-02\n'
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

it('makes tables of files for an admin', async () => {
  const { organization, admin } = sextant()
  const groups = { [organization.defaultGroup]: false }
  const source = await createDataSource(sextant(), { name: 'Files', type: 'files', options: {}, groups })
  const visitor = await come(`/data_sources/${source.id}`, { as: admin })
  const { page } = visitor
  const shoot = (of: string) => (width: Width) => takeScreenshots(`files ${of} ${width}`, [visitor])
  const panel = page.getByRole('region', { name: 'Files' })
  await panel.getByText('There are no files yet.').waitFor()
  await panel.getByRole('button', { name: 'Upload File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload File' })
  await dialog.getByRole('button', { name: 'Choose File' }).waitFor()
  const choose = (file: ReturnType<typeof csv>) => dialog.locator('input[type=file]').setInputFiles(file)

  // a file that cannot be read says where it is wrong
  await choose(csv('broken.csv', 'a,b\n1,2\n1,2,3\n'))
  await dialog.getByText(/^Line 3 has 3 cells/).waitFor()
  await choose(csv('photo.png', 'x'))
  await dialog.getByText(/must end with one of these/).waitFor()

  await choose(csv('Orders 2026.csv', orders))
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await preview.getByText('12.50').waitFor()
  expect(await dialog.getByLabel('Name of the table').inputValue()).toBe('orders_2026')
  // a type that does not fit is refused, and what was shown stays
  await dialog.getByLabel('Type of customer').selectOption('integer')
  await dialog.getByText('Line 2, column "customer": "Ada" is not a whole number.').waitFor()
  await dialog.getByLabel('Type of id').selectOption('string')
  await expect.poll(() => dialog.getByLabel('Type of id').inputValue()).toBe('string')
  await expectAccessibleHereAndNarrow(page, { within: '[role="dialog"]' }, shoot('preview'))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await panel.getByText('orders_2026').waitFor()

  // the same again: appended
  await panel.getByRole('button', { name: 'Upload File' }).click()
  await choose(csv('orders_2026.csv', orders))
  await dialog.getByLabel('Type of id').selectOption('string')
  await expect.poll(() => dialog.getByLabel('Type of id').inputValue()).toBe('string')
  await dialog.getByLabel('Append the rows to it').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const download = page.waitForEvent('download')
  await panel.getByRole('link', { name: 'Download Orders 2026.csv' }).click()
  expect((await download).suggestedFilename()).toBe('Orders 2026.csv')
  await expectAccessibleHereAndNarrow(page, { within: 'main' }, shoot('list'))
  await panel.getByRole('button', { name: 'Delete Orders 2026.csv' }).click()
  await page.getByRole('dialog', { name: 'Delete File' }).getByRole('button', { name: 'Delete' }).click()
  await panel.getByText('Orders 2026.csv').waitFor({ state: 'hidden' })
})

it('lets a member drop a file in the editor, and queries it', async () => {
  const { organization, member } = sextant()
  const groups = { [organization.defaultGroup]: false }
  const source = await createDataSource(sextant(), { name: 'Dropped', type: 'files', options: {}, groups })
  const query = await createQuery(sextant(), {
    data_source_id: source.id,
    user_id: member.id,
    query: 'select 1',
  })
  const visitor = await come(`/queries/${query.id}/source`)
  const { page } = visitor
  await visitor.query.editor.waitFor()
  await page.getByRole('button', { name: 'Upload File' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload File' })
  const zone = dialog.getByText(/Drop a file here/)
  await zone.waitFor()
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'sales.json'))
    return data
  }, '[{"n": 20}, {"n": 22}]')
  await zone.dispatchEvent('drop', { dataTransfer: transfer })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('sales', { exact: true }).first().waitFor()
  await visitor.query.write('select sum(n) as total from sales')
  await visitor.query.run()
  await visitor.query.table.getByText('42').waitFor()
  expect(await textsOf(visitor.query.table)).toContainEqual(['42'])
  await takeScreenshots('files editor', [visitor])

  // members have no page of the data source: its files are in the dialog
  await page.getByRole('button', { name: 'Upload File' }).click()
  await dialog.getByText('sales.json').waitFor()
  await expectAccessible(page, { within: '[role="dialog"]' })
  await takeScreenshots('files dialog', [visitor])
  await dialog.getByRole('button', { name: 'Delete sales.json' }).click()
  await page.getByRole('dialog', { name: 'Delete File' }).getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('There are no files yet.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByText('No tables yet').waitFor()
})
