import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSshd, type TestSshd } from '#test/live/sshd.ts'
import { expectAccessible, expectAccessibleHereAndNarrow } from './accessible.ts'
import { postgresOptions } from './databases.ts'
import { flightsDatabase } from './flights.ts'
import { takeScreenshots, visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()
let flights: { url: string }
let sshd: TestSshd
beforeAll(async () => {
  ;[flights, sshd] = await Promise.all([flightsDatabase(), startSshd()])
})
afterAll(() => sshd.stop())

it('connects a database through a tunnel', async () => {
  const visitor = await come('/data_sources/new', { as: sextant().admin })
  const { page } = visitor
  const { host, port, user, password, dbname } = postgresOptions(flights.url)
  const dialog = page.getByRole('dialog', { name: 'Create a New Data Source' })
  await dialog.getByLabel('Search data source types').fill('postgres')
  await dialog.getByRole('button', { name: 'PostgreSQL' }).click()
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  await field('Name').fill('Behind a tunnel')
  await field('Connection string').fill(`postgres://${user}:${password}@${host}:${port}/${dbname}`)
  await field('Connection string').press('Enter')
  await dialog.getByRole('button', { name: 'Additional Settings' }).click()
  await field('SSH Tunnel: Host').fill('127.0.0.1')
  await field('SSH Tunnel: Port').fill(String(sshd.port))
  const create = dialog.getByRole('button', { name: 'Create' })
  visitor.expectRefusal(400, /\/api\/data_sources\/test$/)
  await create.click()
  await dialog.getByText('SSH tunnel: User is required.').waitFor()
  await field('SSH Tunnel: User').fill(sshd.user)
  const key = `${process.env['TMPDIR'] ?? '/tmp'}/sextant-test-key-${process.pid}`
  await writeFile(key, sshd.key)
  await dialog.locator('input[type=file]').nth(3).setInputFiles(key)
  await create.click()
  // the fingerprint to compare
  await dialog.getByText(sshd.fingerprint).waitFor()
  await expectAccessibleHereAndNarrow(page, { within: '[role="dialog"]' }, (width) =>
    takeScreenshots(`tunnel ${width}`, [visitor]),
  )
  await field('SSH Tunnel: Host Key (fingerprint)').fill(sshd.fingerprint)
  await create.click()
  await page.waitForURL(/\/data_sources\/\d+$/)
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await page.getByText('Success', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Additional Settings' }).click()
  expect(await page.getByLabel('SSH Tunnel: Host', { exact: true }).inputValue()).toBe('127.0.0.1')
  await expectAccessible(page, { within: 'main' })
})
