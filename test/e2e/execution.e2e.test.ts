import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createVisualization } from '#test/factories.ts'
import { ask } from './databases.ts'
import { textsOf } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const store = (query: string, name = 'Stored') =>
  storeQuery(sextant(), sextant().member, {
    ...{ query, name },
    options: { apply_auto_limit: false, parameters: [] },
  })

describe('a query that takes long', () => {
  const asleep = async (seconds: number): Promise<number> =>
    (
      await ask(
        sextant().flightsUrl,
        `select from pg_stat_activity
         where datname = current_database() and state = 'active' and query like '%pg_sleep(${seconds})%'
           and pid <> pg_backend_pid()`,
      )
    ).length

  it('tells what it does, and is gone in the database soon after Cancel', async () => {
    const { page, query } = await come('/queries/new')
    await query.write('select pg_sleep(61)')
    await query.run()
    await query.results.getByText('Executing query…').first().waitFor()
    await expect.poll(() => asleep(61)).toBe(1)
    expect(await query.execute.getAttribute('aria-disabled')).toBe('true')
    await query.cancel.click()
    await expect.poll(() => asleep(61), { interval: 20 }).toBe(0)
    await query.results.getByText('The run was cancelled.').waitFor()
    expect(await query.failure.count()).toBe(0)
    await page.getByText('Executing query…').first().waitFor({ state: 'detached' })
  })

  it('goes on when the page is left, and is found again', async () => {
    const { id } = await store('select pg_sleep(62)', 'Slow one')
    const { page, query } = await come(`/queries/${id}`)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await query.results.getByText('Executing query…').first().waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queries' }).click()
    await page.getByRole('link', { name: 'Slow one' }).click()
    await query.results.getByText('Executing query…').first().waitFor()
    await page.reload()
    await query.results.getByText('Executing query…').first().waitFor()
    expect(await asleep(62)).toBe(1)
    await query.cancel.click()
    await query.results.getByText('The run was cancelled.').waitFor()
    expect(await asleep(62)).toBe(0)
  })
})

describe('a run that two people share', () => {
  const text = 'select pg_sleep(63)'
  const askToo = async () => {
    const { pool, url } = sextant()
    const key = `key-of-the-other-${Date.now()}`
    await pool.query(
      'update users set api_key_hash = sha256($1) where id = (select id from users where id <> $2 limit 1)',
      [Buffer.from(key), sextant().member.id],
    )
    // as it runs: with its limit
    const running = await pool.query<{ query: string; data_source_id: number }>(
      "select query_text as query, data_source_id from jobs where status = 'started' and query_text like $1",
      [`${text}%`],
    )
    const asked = await fetch(`${url}/api/query_results`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Key ${key}` },
      body: JSON.stringify({ ...running.rows[0], max_age: 0 }),
    })
    const { job } = (await asked.json()) as { job: { id: string } }
    return async (method: string) =>
      (await (
        await fetch(`${url}/api/jobs/${job.id}`, {
          method,
          headers: { authorization: `Key ${key}` },
        })
      ).json()) as { job: { status: number; error: string } } | null
  }

  it('goes on for the other after Cancel, and ends for both when it is stopped for everyone', async () => {
    const { page, query } = await come('/queries/new')
    await query.write(text)
    await query.run()
    await query.results.getByText('Executing query…').first().waitFor()
    const other = await askToo()
    await query.cancel.click()
    await query.results.getByText('You no longer wait for this run. It goes on for 1 other.').waitFor()
    expect(await other('GET')).toMatchObject({ job: { status: 2 } })
    // asked again, this is the same run
    await query.run()
    await query.results.getByText('1 other waits for it too').waitFor()
    await query.results.getByRole('button', { name: 'Stop for everyone' }).click()
    const question = page.getByRole('dialog', { name: 'Stop this run for everyone?' })
    await question.getByText('1 other waits for the result. They see that you stopped it.').waitFor()
    await question.getByRole('button', { name: 'Stop for everyone' }).click()
    await query.results.getByText('The run was cancelled.').waitFor()
    await expect
      .poll(() => other('GET'))
      .toMatchObject({
        job: { status: 4, error: expect.stringMatching(/^Query cancelled by .+, for everyone/) },
      })
  })
})

describe('downloads', () => {
  const text = `select origin, count(*) as flights from flights group by origin order by flights desc limit 3`

  it('hold the rows of the page as CSV, TSV and Excel file', async () => {
    const { id } = await store(text)
    const { page, query } = await come(`/queries/${id}`)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await query.table.waitFor()
    const rows = await ask<{ origin: string; flights: string }>(sextant().flightsUrl, text)
    const expected = [['origin', 'flights'], ...rows.map((row) => [row.origin, row.flights])]
    const download = async (label: string) => {
      await query.results.getByRole('button', { name: 'Download' }).click()
      const file = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: label }).click()
      return (await file).path()
    }
    const csv = await download('Download as CSV File')
    expect(parse(await readFile(csv), { bom: true })).toEqual(expected)
    const tsv = await download('Download as TSV File')
    expect(parse(await readFile(tsv), { bom: true, delimiter: '\t' })).toEqual(expected)
    const xlsx = await download('Download as Excel File')
    const parts = unzipSync(await readFile(xlsx))
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    for (const { flights } of rows) expect(sheet).toContain(`<v>${flights}</v>`)
    const strings = Object.entries(parts)
      .map(([, bytes]) => strFromU8(bytes))
      .join('')
    for (const { origin } of rows) expect(strings).toContain(origin)
  })

  it('hold the visualization as PNG and SVG', async () => {
    const { id } = await store(text)
    const { page, query } = await come(`/queries/${id}`)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await query.results.getByText('Updated').waitFor()
    await query.table.waitFor()
    const download = async (label: string) => {
      await query.results.getByRole('button', { name: 'Download' }).click()
      const file = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: label }).click()
      const { suggestedFilename, path } = await file.then((one) => ({
        suggestedFilename: one.suggestedFilename(),
        path: one.path(),
      }))
      return { name: suggestedFilename, content: await readFile(await path) }
    }
    const svg = await download('Download as SVG Image')
    expect(svg.name).toBe('Table.svg')
    const texts = await query.table.locator('tbody td').allTextContents()
    expect(texts.length).toBeGreaterThan(5)
    for (const cell of texts) expect(svg.content.toString()).toContain(cell)
    const png = await download('Download as PNG Image')
    expect(png.name).toBe('Table.png')
    expect(png.content.subarray(1, 4).toString()).toBe('PNG')
  })
})

describe('results of every size', () => {
  it('scrolls and sorts 200 columns', async () => {
    const columns = Array.from({ length: 200 }, (_, at) => `n * ${at + 1} as column_number_${at + 1}`)
    const { id } = await store(`select ${columns.join(', ')} from generate_series(1, 2000) n`)
    const { page, query } = await come(`/queries/${id}/source`)
    await query.run()
    await query.table.waitFor()
    await query.results.getByText('2,000 rows', { exact: true }).waitFor()
    const box = query.results.getByRole('region', { name: 'Table' })
    await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    const last = query.table.getByRole('button', { name: 'column_number_200' })
    await last.click()
    await last.click()
    await query.table.getByRole('gridcell', { name: '400,000', exact: true }).waitFor()
    await box.evaluate((element) => element.scrollTo({ left: 0 }))
    await query.table.getByRole('gridcell', { name: '2,000', exact: true }).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
  })

  it('sorts, searches and pages through 100,000 rows while the page stays quick', async () => {
    const { id } = await store(
      `select n as number, 'name of ' || n as name, n % 97 as part from generate_series(1, 100000) n`,
    )
    const searched = await createVisualization(sextant(), {
      ...{ query_id: id, type: 'TABLE', name: 'Searched' },
      options: { columns: [{ name: 'name', allowSearch: true }] },
    })
    const { page, query } = await come(`/queries/${id}/source#${searched.id}`)
    await query.run()
    await query.results.getByText('100,000 rows', { exact: true }).waitFor()
    const head = query.table.getByRole('button', { name: 'number' })
    await head.click()
    await head.click()
    await expect.poll(async () => (await textsOf(query.table))[0]?.[0]).toBe('100,000')
    await query.results.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
    await query.results
      .getByRole('button', { name: /^Page \d+$/ })
      .last()
      .click()
    await expect.poll(async () => (await textsOf(query.table)).at(-1)?.[0]).toBe('1')
    await query.results.getByRole('searchbox').fill('name of 4242')
    await expect
      .poll(async () => (await textsOf(query.table)).map((row) => row[1]))
      .toContain('name of 42421')
    await query.results.getByRole('searchbox').fill('no such name')
    await query.table.getByText('No rows match.').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
  })

  it('says that there are no rows', async () => {
    const { id } = await store('select origin from flights where false')
    const { query } = await come(`/queries/${id}/source`)
    await query.run()
    await query.results.getByText('0 rows', { exact: true }).waitFor()
    expect(await query.table.count()).toBe(0)
  })

  it('keeps long names inside the page at 390 wide', async () => {
    const name = `A query whose name is ${'very '.repeat(40)}long`
    const { id } = await store(`select 1 as "${'column_'.repeat(9)}", '${'word '.repeat(100)}' as text`, name)
    const { page, query } = await come(`/queries/${id}`, { width: 390 })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await query.table.waitFor()
    expect(await query.name.textContent()).toBe(name)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
