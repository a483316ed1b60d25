import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDashboard, createVisualization, createWidget } from '#test/factories.ts'
import { alertNames, alertShown } from './alert-shown.ts'
import { type Visitor, visit, widths } from './browser.ts'
import { inPseudoLocale, pseudoCatalogue, setCatalogue, textsOutside } from './pseudo-locale.ts'
import { type ShownContent, screens } from './screens.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { createShownDestination, shownDestination } from './shown-destination.ts'
import { takePictures, visitorsOfSextant } from './visitors.ts'

/**
 * Every page in a language whose texts stand in brackets and are longer: what stands outside of them is hard-wired, unless
 * it is data. The pages before login, which the server makes, are in English.
 */
const { sextant, browser } = visitorsOfSextant()
let content: ShownContent
let embed: string
let shared: string
/** longest first */
let data: string[]

beforeAll(async () => {
  const { admin, member, viewer, outsider, url, dataSource } = sextant()
  const query = await storeQuery(sextant(), admin, {
    name: 'Flights by airport',
    tags: ['flights', 'airports'],
    query: 'select origin, count(*) as flights, avg(delay) as delay from flights group by origin',
  })
  const chart = await createVisualization(sextant(), {
    ...{ query_id: query.id, type: 'CHART', name: 'Departures' },
    options: { globalSeriesType: 'column', columnMapping: { origin: 'x', flights: 'y', delay: 'y' } },
  })
  const { id: dashboard } = await createDashboard(sextant(), {
    ...{ name: 'Airports', tags: ['flights'], user_id: admin.id },
  })
  await createWidget(sextant(), { dashboard_id: dashboard, visualization_id: chart.id })
  const destination = await createShownDestination(sextant(), query.id)
  const alert = await alertShown(sextant(), query.id, destination)
  content = { query: query.id, chart: chart.id, dataSource, dashboard, destination, alert }
  embed = `/embed/query/${query.id}/visualization/${chart.id}?api_key=${query.api_key}`
  const headers = { authorization: `Key ${admin.api_key}`, 'content-type': 'application/json' }
  const ask = async (method: string, path: string) => (await fetch(url + path, { method, headers })).json()
  const share = (await ask('POST', `/api/dashboards/${dashboard}/share`)) as { public_url: string }
  shared = new URL(share.public_url).pathname
  const run = await fetch(`${url}/api/queries/${query.id}/results`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ max_age: 0 }) },
  })
  expect(run.ok).toBe(true)
  const people = [admin, member, viewer, outsider].flatMap(({ name, email }) => [name, email])
  data = [
    ...people,
    ...alertNames,
    ...['Flights by airport', 'Departures', 'Airports', 'airports', 'Flights', 'flights', 'origin', 'delay'],
    // names that are stored, SQL, and the product
    ...['New Query', 'Table', 'LIMIT 1000', 'PostgreSQL', 'UTC', 'Sextant'],
    // browsers in the list of sessions, and formats
    ...['PC', 'Linux', 'Headless Chrome', 'YYYY-MM-DD', 'HH:mm'],
    ...textsIn(await ask('GET', '/api/data_sources/types')),
    ...textsIn(await ask('GET', '/api/destinations/types')),
    ...Object.values(shownDestination),
    ...textsIn(await ask('GET', '/api/groups')),
    // processes, machines and queues
    ...textsIn(await ask('GET', '/status.json')),
    ...textsIn(await ask('GET', '/api/admin/queries/rq_status')),
  ].sort((a, b) => b.length - a.length)
})

/** What the server names: types of data sources and destinations, their fields (by their keys, where they have no title), groups. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /\p{L}{2}/u.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [
    ...(key.length > 1 ? [key.charAt(0).toUpperCase() + key.slice(1)] : []),
    ...textsIn(one),
  ])
}

async function expectTranslated(page: Page): Promise<void> {
  // what is still being loaded comes to its end first
  await expect.poll(() => page.evaluate(textsOutside, { data }), { timeout: 5000 }).toEqual([])
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond, 'the longer texts make the page scroll sideways').toBeLessThan(1)
}

// each screen in one width, in turn: what both show is the same texts
describe.each(widths)('%d wide', (width) => {
  const inTurn = screens.filter((_, index) => widths[index % widths.length] === width)

  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(browser(), { url: sextant().url, as: sextant().admin, needs: sextant(), width })
    await visitor.context.addInitScript(setCatalogue, pseudoCatalogue)
  })
  afterAll(() => visitor.leave())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await takePictures(`${task.name} pseudo ${width}`, [visitor])
  })

  it.each(inTurn)('$name', async ({ path, arrange }) => {
    const { page } = visitor
    await page.goto('about:blank')
    await page.goto(sextant().url + (typeof path === 'string' ? path : path(content)))
    await arrange(inPseudoLocale(page), width)
    await expectTranslated(page)
  })

  it.each([
    ['embed', () => embed],
    ['public dashboard', () => shared],
  ])('%s', async (_name, path) => {
    const { page } = visitor
    await page.goto(sextant().url + path())
    await page.getByRole('img', { name: /chart/ }).first().waitFor()
    await expectTranslated(page)
  })
})
