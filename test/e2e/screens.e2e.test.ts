import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { createDashboard, createVisualization, createWidget } from '#test/factories.ts'
import { expectAccessible } from './accessible.ts'
import { alertShown } from './alert-shown.ts'
import { themes, type Visitor, visit, widths } from './browser.ts'
import { type ShownContent, screens } from './screens.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { createShownDestination } from './shown-destination.ts'
import { takePictures, visitorsOfSextant } from './visitors.ts'

const { sextant, browser, come } = visitorsOfSextant()
let content: ShownContent
beforeAll(async () => {
  const { id } = await storeQuery(sextant(), sextant().admin, {
    name: 'Flights by airport',
    tags: ['flights', 'airports'],
    query: 'select origin, count(*) as flights, avg(delay) as delay from flights group by origin',
  })
  const chart = await createVisualization(sextant(), {
    ...{ query_id: id, type: 'CHART', name: 'Departures' },
    options: { globalSeriesType: 'column', columnMapping: { origin: 'x', flights: 'y', delay: 'y' } },
  })
  const { id: dashboard } = await createDashboard(sextant(), {
    name: 'Airports',
    tags: ['flights'],
    user_id: sextant().admin.id,
  })
  await createWidget(sextant(), { dashboard_id: dashboard, visualization_id: chart.id })
  const destination = await createShownDestination(sextant(), id)
  const alert = await alertShown(sextant(), id, destination)
  content = {
    ...{ query: id, chart: chart.id, dataSource: sextant().dataSource, dashboard },
    ...{ destination, alert },
  }
  const { page, query } = await come(`/queries/${id}`, { as: sextant().admin })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await query.table.waitFor()
})

/**
 * axe finds nothing on any screen, and none scrolls sideways. The theme follows the system while
 * the page is open, so each screen is brought about once for both.
 */
describe.each(widths)('%d wide', (width) => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(browser(), { url: sextant().url, as: sextant().admin, width })
  })
  afterAll(() => visitor.leave())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await takePictures(`${task.name} ${width}`, [visitor])
  })

  it.each(screens)('$name', async ({ path, arrange }) => {
    const { page } = visitor
    // a change of the hash alone would not open the page again
    await page.goto('about:blank')
    await page.goto(sextant().url + (typeof path === 'string' ? path : path(content)))
    await arrange(page, width)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
      await page.evaluate(settled)
      await expectAccessible(page, { coloursOnly: theme !== themes[0] })
    }
  })
})

/** In the page: when two frames have been drawn and no transition runs. */
async function settled(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}
