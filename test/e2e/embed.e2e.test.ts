import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Query } from '#shared/queries/queries-api.ts'
import { createVisualization } from '#test/factories.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import type { Visit } from './browser.ts'
import { type ForeignSite, foreignSite } from './foreign-site.ts'
import { gateIn } from './gate.ts'
import { textsOf } from './query-page.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()
let site: ForeignSite
beforeAll(async () => {
  site = await foreignSite()
})
afterAll(() => site?.close())

/** for what a run has to bring first */
const patiently = { timeout: 15_000 }

const airports = `select origin, count(*) as flights from flights group by origin order by flights desc limit 3`
const noKey = 'Error: The API key in this address is missing, or does not open this query any more.'

interface Stored {
  query: Query
  key: string
  /** path of its embed, key included */
  path: string
}

async function store(
  text: string,
  of: {
    name?: string
    description?: string
    parameters?: Record<string, unknown>[]
    visualization?: { type: string; name: string; options: Record<string, unknown> }
  } = {},
): Promise<Stored> {
  const { name = 'Busy airports', parameters = [] } = of
  const query = await storeQuery(sextant(), sextant().member, {
    ...{ name, query: text },
    options: { apply_auto_limit: false, parameters },
  })
  if (of.description !== undefined) {
    const { description } = of
    await sextant().db.updateTable('queries').set({ description }).where('id', '=', query.id).execute()
  }
  const table = { type: 'TABLE', name: 'All of them', options: {} }
  const { id } = await createVisualization(sextant(), {
    query_id: query.id,
    ...(of.visualization ?? table),
  })
  const key = query.api_key ?? ''
  return { query, key, path: `/embed/query/${query.id}/visualization/${id}?api_key=${key}` }
}

const bars = {
  type: 'CHART',
  name: 'Flights by airport',
  options: { globalSeriesType: 'column', columnMapping: { origin: 'x', flights: 'y' } },
}

/** A user who is nobody to the instance, on a page of the other site with this body. */
async function stranger(options: Partial<Visit> = {}) {
  const guest = await come('about:blank', { ...options, as: undefined })
  return {
    ...guest,
    frame: guest.page.frameLocator('iframe'),
    visit: (body: string) => guest.page.goto(site.page(body)),
  }
}

function iframe(path: string, { width, height } = { width: 720, height: 391 }): string {
  return `<iframe src="${(sextant().url + path).replaceAll('&', '&amp;')}" width="${width}" height="${height}"></iframe>`
}

/** The embed in a frame of the other site. */
async function frameOf(
  path: string,
  { size, ...options }: Partial<Visit> & { size?: { width: number; height: number } } = {},
) {
  const guest = await stranger(options)
  await guest.visit(iframe(path, size))
  return guest
}

function tableOf(frame: FrameLocator) {
  return frame.getByRole('main').getByRole('grid')
}

async function canvasHasInk(page: Page): Promise<boolean> {
  const frame = page.frames()[1]
  if (!frame) return false
  return frame.evaluate(() => {
    const canvas = document.querySelector('canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return [...pixels].some((value, index) => index % 4 === 3 && value > 0)
  })
}

describe('in a frame on another origin', () => {
  it('a chart is drawn for anybody, without cookies and within the frame', async () => {
    const { path } = await store(airports, { visualization: bars, description: 'Where planes **leave**.' })
    const { page, context, frame } = await frameOf(path)
    await frame.getByRole('heading', { name: 'Busy airports Flights by airport' }).waitFor()
    await frame.getByRole('img', { name: /Flights by airport: .*chart with 1 series/ }).waitFor()
    await expect.poll(() => canvasHasInk(page), patiently).toBe(true)
    await frame.getByText(/^Updated/).waitFor()
    expect(new URL(page.url()).origin).not.toBe(new URL(page.frames()[1]?.url() ?? '').origin)
    expect(await context.cookies()).toEqual([])
    const overflow = await page.frames()[1]?.evaluate(() => {
      const frameElement = document.querySelector('#root > div')
      return frameElement ? frameElement.scrollHeight - frameElement.clientHeight : Number.NaN
    })
    expect(overflow).toBe(0)
  })

  it('a name that the visualization has from its type is not printed', async () => {
    const { path } = await store(airports, { visualization: { ...bars, name: 'Chart' } })
    const { frame } = await frameOf(path)
    await frame.getByRole('img', { name: /.*chart with 1 series/ }).waitFor()
    expect((await frame.getByRole('heading').first().textContent())?.trim()).toBe('Busy airports')
  })

  it('a table fits into a small frame, and into a wider one', async () => {
    const { path } = await store(
      `select n, 'a long text of row ' || n as words from generate_series(1, 200) n`,
    )
    const { page, frame } = await frameOf(path, { size: { width: 300, height: 391 } })
    await tableOf(frame).getByText('a long text of row 1', { exact: true }).waitFor()
    await frame.getByRole('button', { name: 'Page 2' }).click()
    await tableOf(frame).getByText('a long text of row 26', { exact: true }).waitFor()
    const inside = () =>
      page
        .frames()[1]
        ?.evaluate(() => [innerWidth, Math.max(0, document.documentElement.scrollWidth - innerWidth)])
    await expect.poll(inside).toEqual([300, 0])
    await page.locator('iframe').evaluate((element) => element.setAttribute('width', '720'))
    await expect.poll(inside).toEqual([720, 0])
    await frame.getByRole('button', { name: 'Page 3' }).click()
    await tableOf(frame).getByText('a long text of row 51', { exact: true }).waitFor()
  })

  it('filters of the result work', async () => {
    const { path } = await store(
      `select part as "part::filter", n from (values ('a', 1), ('b', 2)) v(part, n)`,
    )
    const { frame } = await frameOf(path)
    await expect.poll(() => textsOf(tableOf(frame)), patiently).toEqual([['a', '1']])
    await frame.getByRole('combobox', { name: 'Part' }).click()
    await frame.getByRole('option', { name: 'b' }).click()
    await expect.poll(() => textsOf(tableOf(frame)), patiently).toEqual([['b', '2']])
  })

  it('says what it waits for, and runs again on Refresh', async () => {
    const gate = await gateIn(sextant().flightsUrl)
    const { path } = await store(`select ${gate.waits}::text as waited, clock_timestamp()::text as at`)
    const { frame } = await frameOf(path)
    await frame.getByRole('status').getByText('Executing query…').waitFor()
    await gate.open()
    await tableOf(frame).locator('tbody tr').first().waitFor()
    const [before] = await textsOf(tableOf(frame))
    await gate.close()
    await frame.getByRole('button', { name: 'Refresh', exact: true }).click()
    await frame.getByRole('status').getByText('Executing query…').waitFor()
    await gate.end()
    await expect.poll(async () => (await textsOf(tableOf(frame)))[0]?.[1], patiently).not.toBe(before?.[1])
  })

  it('shows the error of the database', async () => {
    const { path } = await store('select no_such_column from flights')
    const { frame } = await frameOf(path)
    await frame
      .getByRole('alert')
      .getByText(/^Error: column "no_such_column" does not exist/)
      .waitFor()
  })
})

describe('flags of the address', () => {
  it('hide and show what stands around the result', async () => {
    const { path } = await store(airports, { description: 'Where planes **leave**.' })
    const { visit, frame } = await frameOf(path)
    const heading = frame.getByRole('heading', { name: 'Busy airports All of them' })
    const link = frame.getByRole('link', { name: 'Open in Sextant' })
    const download = frame.getByRole('button', { name: 'Download Dataset' })
    const time = frame.getByText(/^Updated/)
    const description = frame.getByRole('strong').getByText('leave')
    const shown = async () => {
      await tableOf(frame).waitFor()
      await frame.getByRole('button', { name: 'Refresh', exact: true }).waitFor()
      return Promise.all([heading, link, download, time, description].map((part) => part.count()))
    }
    await time.waitFor()
    expect(await shown()).toEqual([1, 1, 1, 1, 0])
    await visit(iframe(`${path}&hide_header`))
    await time.waitFor()
    expect(await shown()).toEqual([0, 1, 1, 1, 0])
    await visit(iframe(`${path}&hide_link&hide_timestamp=&showDescription`))
    await description.waitFor()
    expect(await shown()).toEqual([1, 0, 0, 0, 1])
  })

  it('theme overrides the system', async () => {
    const { path } = await store(airports)
    const { page, frame, visit } = await stranger()
    for (const [asked, theme, expected] of [
      ['', 'dark', 'dark'],
      ['&theme=light', 'dark', 'light'],
      ['&theme=dark', 'light', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await visit(iframe(path + asked))
      await tableOf(frame).waitFor()
      const scheme = await page
        .frames()[1]
        ?.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
      expect(scheme).toBe(expected)
    }
  })
})

describe('downloads', () => {
  it('give the whole result by key', async () => {
    const { path, key, query } = await store(airports)
    const { page, frame } = await frameOf(path)
    // the button is there before the rows are
    await tableOf(frame).locator('tbody tr').first().waitFor()
    await frame.getByRole('button', { name: 'Download Dataset' }).click()
    const hrefs: string[] = []
    for (const [format, label] of [
      ['csv', 'Download as CSV File'],
      ['tsv', 'Download as TSV File'],
      ['xlsx', 'Download as Excel File'],
    ]) {
      const href = await frame.getByRole('menuitem', { name: label ?? '' }).getAttribute('href')
      expect(href).toMatch(new RegExp(`^/api/queries/${query.id}/results/\\d+\\.${format}\\?api_key=${key}$`))
      hrefs.push(href ?? '')
    }
    for (const href of hrefs) expect((await fetch(sextant().url + href)).status).toBe(200)
    const file = page.waitForEvent('download')
    await frame.getByRole('menuitem', { name: 'Download as CSV File' }).click()
    const csv = await readFile(await (await file).path(), 'utf8')
    const shown = await textsOf(tableOf(frame))
    expect(parse(csv, { from: 2 })).toEqual(
      shown.map(([origin, flights]) => [origin, flights?.replaceAll(',', '')]),
    )
    const image = page.waitForEvent('download')
    await frame.getByRole('button', { name: 'Download Dataset' }).click()
    await frame.getByRole('menuitem', { name: 'Download as SVG Image' }).click()
    const svg = await readFile(await (await image).path(), 'utf8')
    for (const [origin] of shown) expect(svg).toContain(`>${origin}</text>`)
  })
})

describe('parameters', () => {
  const rows = { name: 'rows', title: 'Rows', type: 'number', value: 2 }
  const place = { name: 'place', title: 'Place', type: 'enum', value: 'x', enumOptions: 'x\ny z' }
  const text = `select '{{ place }}' as place, n from generate_series(1, {{ rows }}) n`

  it('are applied in the frame, whose address then says them', async () => {
    const { path } = await store(text, { parameters: [rows, place] })
    const { page, frame } = await frameOf(path)
    await expect
      .poll(() => textsOf(tableOf(frame)), patiently)
      .toEqual([
        ['x', '1'],
        ['x', '2'],
      ])
    await frame.getByLabel('Rows').fill('1')
    await frame.getByRole('button', { name: /Apply Changes/ }).click()
    await expect.poll(() => textsOf(tableOf(frame)), patiently).toEqual([['x', '1']])
    const { searchParams } = new URL(page.frames()[1]?.url() ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({ p_rows: '1', p_place: 'x' })
    // the files would be those of other values
    expect(await frame.getByRole('button', { name: 'Download Dataset' }).count()).toBe(0)
    const link = await frame.getByRole('link', { name: 'Open in Sextant' }).getAttribute('href')
    expect(link).toContain('p_rows=1')
  })

  it('come from the address, and may be hidden', async () => {
    const { path } = await store(text, { parameters: [rows, place] })
    const { frame } = await frameOf(`${path}&p_rows=1&p_place=y%20z&hide_parameters`)
    await expect.poll(() => textsOf(tableOf(frame)), patiently).toEqual([['y z', '1']])
    expect(await frame.getByLabel('Rows').count()).toBe(0)
  })

  it('that mean another moment each time are run once', async () => {
    const now = { name: 'at', title: 'At', type: 'datetime-with-seconds', value: 'd_now' }
    const { path } = await store(`select '{{ at }}' as at, pg_sleep(1.5)::text as slept`, {
      parameters: [now],
    })
    const { frame } = await frameOf(path)
    await tableOf(frame).locator('tbody tr').first().waitFor()
    expect((await textsOf(tableOf(frame)))[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d/)
  })

  it('without a value are named', async () => {
    const { path } = await store(text, { parameters: [{ ...rows, value: null }, place] })
    const { frame } = await frameOf(path)
    await frame.getByRole('alert').getByText('Error: missing value for Rows parameter.').waitFor()
    expect(await frame.getByRole('button', { name: 'Refresh', exact: true }).isDisabled()).toBe(true)
    await frame.getByLabel('Rows').fill('1')
    await frame.getByRole('button', { name: /Apply Changes/ }).click()
    await expect.poll(() => textsOf(tableOf(frame)), patiently).toEqual([['x', '1']])
    expect(await frame.getByRole('alert').count()).toBe(0)
  })

  it('query-based lists are read by key', async () => {
    const { query: places } = await store(`select v as value from (values ('one'), ('two')) l(v)`, {
      name: 'Places',
    })
    const { path } = await store(`select '{{ where }}' as place`, {
      parameters: [{ name: 'where', title: 'Where', type: 'query', queryId: places.id, value: 'one' }],
    })
    const run = await fetch(`${sextant().url}/api/queries/${places.id}/results`, {
      method: 'POST',
      headers: { authorization: `Key ${sextant().member.api_key}` },
    })
    expect(run.status).toBe(200)
    await expect
      .poll(async () => {
        const row = await sextant()
          .db.selectFrom('queries')
          .select('latest_result_id')
          .where('id', '=', places.id)
          .executeTakeFirst()
        return row?.latest_result_id ?? null
      }, patiently)
      .not.toBeNull()
    const { frame } = await frameOf(path)
    await expect.poll(() => textsOf(tableOf(frame)), patiently).toEqual([['one']])
    await frame.getByRole('combobox', { name: 'Where' }).click()
    await frame.getByRole('option', { name: 'two' }).click()
    await frame.getByRole('button', { name: /Apply Changes/ }).click()
    await expect.poll(() => textsOf(tableOf(frame)), patiently).toEqual([['two']])
  })
})

describe('refusals', () => {
  it('a wrong key opens nothing', async () => {
    const { path, key } = await store(airports)
    const { frame, visit, expectRefusal } = await stranger()
    expectRefusal(401, /\/embed\/query\//)
    await visit(iframe(path.replace(key, 'wrong')))
    await frame.getByRole('alert').getByText(noKey).waitFor()
  })

  it('a session without a key opens nothing', async () => {
    const { path } = await store(airports)
    const [address = ''] = path.split('?')
    const { page, expectRefusal } = await come('about:blank')
    expectRefusal(401, /\/embed\/query\//)
    await page.goto(address)
    await page.getByRole('alert').getByText(noKey).waitFor()
  })

  it('a visualization of another query does not exist', async () => {
    const { path } = await store(airports)
    const other = await store('select 1 as n')
    const { frame, visit, expectRefusal } = await stranger()
    expectRefusal(404, /\/embed\/query\//)
    const id = /visualization\/(\d+)/.exec(other.path)?.[1]
    await visit(iframe(path.replace(/visualization\/\d+/, `visualization/${id}`)))
    await frame.getByRole('alert').getByText('Error: Visualization does not exist').waitFor()
  })

  it('a new key stops the embed at once', async () => {
    const { path, query } = await store(airports)
    const { page, frame, expectRefusal } = await frameOf(path)
    await tableOf(frame).waitFor()
    const reply = await fetch(`${sextant().url}/api/queries/${query.id}/regenerate_api_key`, {
      method: 'POST',
      headers: { authorization: `Key ${sextant().member.api_key}` },
    })
    expect(reply.status).toBe(200)
    expectRefusal(401, new RegExp(`/api/queries/${query.id}/results$`))
    await frame.getByRole('button', { name: 'Refresh', exact: true }).click()
    await frame.getByRole('alert').getByText(noKey).waitFor()
    expect(await frame.getByRole('grid').count()).toBe(0)
    expectRefusal(401, /\/embed\/query\//)
    await page.reload()
    await frame.getByRole('alert').getByText(noKey).waitFor()
    const { api_key } = (await reply.json()) as Query
    const renewed = await frameOf(path.replace(/api_key=.*/, `api_key=${api_key}`))
    await tableOf(renewed.frame).waitFor()
  })

  it('queries that take any text are refused, in the frame and in the dialog', async () => {
    const parameters = [{ name: 'part', title: 'Part', type: 'text', value: 'flights' }]
    const { path, query } = await store('select count(*) as n from {{ part }}', { parameters })
    const words = 'Currently it is not possible to embed queries that contain text parameters.'
    const { frame, visit, expectRefusal } = await stranger()
    expectRefusal(403, /\/embed\/query\//)
    await visit(iframe(path))
    await frame.getByRole('alert').getByText(`Error: ${words}`).waitFor()
    const owner = await come(`/queries/${query.id}`)
    await openDialog(owner.page)
    await owner.page.getByRole('dialog', { name: 'Embed Query' }).getByText(words).waitFor()
  })

  it('no other page stands in a frame', async () => {
    const { visit, frame, expectError } = await stranger()
    expectError(/frame-ancestors|refused to connect|X-Frame-Options/)
    await visit(iframe('/login'))
    expect(await frame.getByRole('button').count()).toBe(0)
  })
})

async function openDialog(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Results' })
    .getByRole('button', { name: 'Download or embed' })
    .click()
  await page.getByRole('menuitem', { name: 'Embed Elsewhere' }).click()
}

describe('the dialog', () => {
  it('gives texts that work elsewhere', async () => {
    const rows = { name: 'rows', title: 'Rows', type: 'number', value: 2 }
    const { query } = await store('select n from generate_series(1, {{ rows }}) n', { parameters: [rows] })
    const owner = await come(`/queries/${query.id}?p_rows=3`)
    await owner.query.table.waitFor()
    await owner.query.tab('All of them').click()
    await openDialog(owner.page)
    const dialog = owner.page.getByRole('dialog', { name: 'Embed Query' })
    await dialog.locator('code').first().waitFor()
    const [address = '', html = ''] = await dialog.locator('code').allTextContents()
    expect(new URL(address).searchParams.get('p_rows')).toBe('3')
    expect(html).toBe(`<iframe src="${address.replaceAll('&', '&amp;')}" width="720" height="391"></iframe>`)
    const width = dialog.getByLabel('Width')
    expect([await width.isDisabled(), await width.inputValue()]).toEqual([true, '720 px'])
    await expectAccessible(owner.page, { within: '[role="dialog"]' })
    await dialog.getByLabel('Set the size of the iframe').check()
    await width.fill('500')
    await dialog.getByLabel('Hide the parameters').check()
    await dialog.getByLabel('Hide the header').check()
    const [, changed = ''] = await dialog.locator('code').allTextContents()
    expect(changed).toMatch(/&amp;hide_header&amp;hide_parameters" width="500" height="391"><\/iframe>$/)
    await dialog.getByLabel('Set the size of the iframe').uncheck()
    expect(await width.inputValue()).toBe('720 px')

    const { frame, visit } = await stranger()
    await visit(changed)
    await expect.poll(() => textsOf(tableOf(frame)), patiently).toEqual([['1'], ['2'], ['3']])
    expect(await frame.getByLabel('Rows').count()).toBe(0)
  })

  it('is not offered for new queries, nor to those who do not know the key', async () => {
    const { query } = await store(airports)
    const viewer = await come(`/queries/${query.id}`, { as: sextant().viewer })
    await viewer.query.results.getByRole('button', { name: 'Download' }).waitFor()
    expect(await viewer.query.results.getByRole('button', { name: 'Download or embed' }).count()).toBe(0)
    const fresh = await come('/queries/new')
    await fresh.query.results.getByRole('button', { name: 'Download' }).waitFor()
    expect(await fresh.query.results.getByRole('button', { name: 'Download or embed' }).count()).toBe(0)
  })

  it('disappears, and embeds stop in words, where public links are switched off', async () => {
    const { path, query } = await store(airports)
    const set = (settings: object) =>
      sextant()
        .db.updateTable('organizations')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', sextant().organization.id)
        .execute()
    const open = await frameOf(path)
    await tableOf(open.frame).waitFor()
    await set({ disable_public_urls: true })
    try {
      open.expectRefusal(403, /\/embed\/query\//)
      await open.page.reload()
      await open.frame
        .getByRole('alert')
        .getByText('Error: Public links and embeds are switched off here.')
        .waitFor()
      const owner = await come(`/queries/${query.id}`)
      await owner.query.results.getByRole('button', { name: 'Download' }).waitFor()
      expect(await owner.query.results.getByRole('button', { name: 'Download or embed' }).count()).toBe(0)
    } finally {
      await set({})
    }
  })
})

it('axe finds nothing on embedded pages, in both themes', async () => {
  const rows = { name: 'rows', title: 'Rows', type: 'number', value: 2 }
  const text = 'select n as origin, n * n as flights from generate_series(1, {{ rows }}) n'
  const table = await store(text, { parameters: [rows] })
  const chart = await store(airports, { visualization: bars, description: 'Where planes **leave**.' })
  for (const path of [table.path, `${chart.path}&showDescription`]) {
    const { page } = await come(path, { as: undefined, width: 390 })
    await page.getByText(/^Updated/).waitFor()
    await page.getByRole('main').locator('canvas, table').first().waitFor()
    await expectAccessibleInBothThemes(page)
  }
})
