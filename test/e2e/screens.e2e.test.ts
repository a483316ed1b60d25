import { beforeAll, describe, it } from 'vitest'
import { createQuery, createVisualization } from '#test/factories.ts'
import { expectAccessible, themes, widths } from './browser.ts'
import { type ShownContent, screens } from './screens.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()
let content: ShownContent
beforeAll(async () => {
  const { id } = await createQuery(sextant(), {
    ...{ data_source_id: sextant().dataSource, user_id: sextant().admin.id },
    ...{ name: 'Flights by airport', tags: ['flights', 'airports'] },
    query: 'select origin, count(*) as flights, avg(delay) as delay from flights group by origin',
    options: { apply_auto_limit: true },
  })
  await createVisualization(sextant(), { query_id: id })
  const chart = await createVisualization(sextant(), {
    ...{ query_id: id, type: 'CHART', name: 'Departures' },
    options: { globalSeriesType: 'column', columnMapping: { origin: 'x', flights: 'y', delay: 'y' } },
  })
  content = { query: id, chart: chart.id, dataSource: sextant().dataSource }
  const { page, query } = await come(`/queries/${id}`, { as: sextant().admin })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await query.table.waitFor()
})

/** axe finds nothing on any screen, and none scrolls sideways (design/interface.md). */
describe.each(themes)('%s', (theme) => {
  describe.each(widths)('%d wide', (width) => {
    it.each(screens)('$name', async ({ path, arrange, logs }) => {
      const guest = await come(typeof path === 'string' ? path : path(content), {
        as: sextant().admin,
        ...{ theme, width },
      })
      if (logs) guest.expectError(logs)
      await arrange(guest.page, width)
      await expectAccessible(guest.page)
    })
  })
})
