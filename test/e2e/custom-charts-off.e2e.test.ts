import { expect, it } from 'vitest'
import { customChartFrame } from '#shared/visualizations/custom-chart-frame.ts'
import { createVisualization } from '#test/factories.ts'
import { storeQuery } from './sextant-with-flights.ts'
import { visitorsOfSextant } from './visitors.ts'

const { sextant, come } = visitorsOfSextant()

const words = 'Custom charts are switched off on this installation'

it('nobody has asked for custom charts: the code does not run, and is kept', async () => {
  const query = await storeQuery(sextant(), sextant().member, {
    name: 'Fruit',
    query: 'select 1 as n, 2 as m',
  })
  const options = {
    globalSeriesType: 'custom',
    columnMapping: { n: 'x', m: 'y' },
    customCode: 'parent.hacked = 1',
  }
  const { id } = await createVisualization(sextant(), {
    query_id: query.id,
    type: 'CHART',
    name: 'By hand',
    options,
  })
  const { page, query: shown } = await come(`/queries/${query.id}#${id}`)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await page.getByText(words).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBe(undefined)

  await shown.results.getByRole('button', { name: 'Edit Visualization' }).click()
  const dialog = shown.visualizationEditor
  expect(await dialog.getByLabel('Custom code').inputValue()).toBe(options.customCode)
  await dialog.getByText(words).waitFor()
  await dialog.getByLabel('Visualization Name').fill('By hand, renamed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Visualization saved').waitFor()
  const row = await sextant()
    .db.selectFrom('visualizations')
    .select('options')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(String(row.options))).toMatchObject(options)

  await page.getByRole('button', { name: 'New Visualization' }).click()
  await shown.gallery.getByRole('button', { name: 'Bar Chart', exact: true }).last().waitFor()
  expect(await shown.gallery.getByRole('button', { name: 'Custom Chart' }).count()).toBe(0)
  await shown.gallery.getByRole('button', { name: 'Bar Chart', exact: true }).last().click()
  await dialog.getByRole('combobox', { name: 'Chart Type' }).click()
  await page.getByRole('option', { name: 'Heatmap' }).waitFor()
  expect(await page.getByRole('option', { name: 'Custom' }).count()).toBe(0)
})

it('the page that would run it, and its library, do not exist', async () => {
  for (const path of [customChartFrame, `${customChartFrame}.js`, '/assets/plotly-3.7.0.js']) {
    const reply = await fetch(sextant().url + path)
    expect([path, reply.status]).toEqual([path, 404])
    expect(reply.headers.get('content-security-policy')).not.toContain('unsafe-eval')
  }
})
