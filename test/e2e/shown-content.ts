import { expect, vi } from 'vitest'
import { connectionExample } from '#shared/config-form/connection-string.ts'
import { sourcePresets } from '#shared/data-sources/source-presets.ts'
import { createDashboard, createVisualization, createWidget } from '#test/factories.ts'
import { alertNames, alertShown } from './alert-shown.ts'
import type { ShownContent } from './screens.ts'
import { type SextantWithFlights, storeQuery } from './sextant-with-flights.ts'
import { createShownDestination, shownDestination } from './shown-destination.ts'

export interface StoredContent extends ShownContent {
  /** paths that need no session */
  embed: string
  shared: string
  /** every text that the screens show and that is no message of ours: stored, or named by the server; longest first */
  data: string[]
}

/** Stores what all screens show, and runs the query. */
export async function storeShownContent(sextant: SextantWithFlights): Promise<StoredContent> {
  const { admin, member, viewer, outsider, url, dataSource } = sextant
  const query = await storeQuery(sextant, admin, {
    name: 'Flights by airport',
    tags: ['flights', 'airports'],
    query: 'select origin, count(*) as flights, avg(delay) as delay from flights group by origin',
  })
  const chart = await createVisualization(sextant, {
    ...{ query_id: query.id, type: 'CHART', name: 'Departures' },
    options: { globalSeriesType: 'column', columnMapping: { origin: 'x', flights: 'y', delay: 'y' } },
  })
  const { id: dashboard } = await createDashboard(sextant, {
    ...{ name: 'Airports', tags: ['flights'], user_id: admin.id },
  })
  await createWidget(sextant, { dashboard_id: dashboard, visualization_id: chart.id })
  const destination = await createShownDestination(sextant, query.id)
  const alert = await alertShown(sextant, query.id, destination)
  const headers = { authorization: `Key ${admin.api_key}`, 'content-type': 'application/json' }
  const ask = async (method: string, path: string) => (await fetch(url + path, { method, headers })).json()
  const share = (await ask('POST', `/api/dashboards/${dashboard}/share`)) as { public_url: string }
  const run = await fetch(`${url}/api/queries/${query.id}/results`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ max_age: 0 }) },
  })
  expect(run.ok).toBe(true)
  // the dashboard shows the result, which the run stores when it ends
  await vi.waitUntil(
    async () => {
      const stored = (await ask('GET', `/api/queries/${query.id}`)) as { latest_query_data_id: number | null }
      return stored.latest_query_data_id !== null
    },
    { timeout: 30_000, interval: 100 },
  )
  const people = [admin, member, viewer, outsider].flatMap(({ name, email }) => [name, email])
  const data = [
    ...people,
    ...alertNames,
    ...['Flights by airport', 'Departures', 'Airports', 'airports', 'Flights', 'flights', 'origin', 'delay'],
    // names that are stored, SQL, and the product
    ...['New Query', 'Table', 'LIMIT 1000', 'PostgreSQL', 'UTC', 'Sextant'],
    // browsers in the list of sessions, and formats
    ...['PC', 'Linux', 'Headless Chrome', 'YYYY-MM-DD', 'HH:mm'],
    ...textsIn(await ask('GET', '/api/data_sources/types')),
    ...sourcePresets.map(({ name }) => name),
    connectionExample('pg') ?? '',
    ...textsIn(await ask('GET', '/api/destinations/types')),
    ...Object.values(shownDestination),
    ...textsIn(await ask('GET', '/api/groups')),
    // processes, machines and queues
    ...textsIn(await ask('GET', '/status.json')),
    ...textsIn(await ask('GET', '/api/admin/queries/rq_status')),
  ].sort((a, b) => b.length - a.length)
  return {
    ...{ query: query.id, chart: chart.id, dataSource, dashboard, destination, alert, data },
    embed: `/embed/query/${query.id}/visualization/${chart.id}?api_key=${query.api_key}`,
    shared: new URL(share.public_url).pathname,
  }
}

/** What the server names: types of data sources and destinations, their choices without a name, groups. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /\p{L}{2}/u.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  // the titles of options are translated
  return Object.entries(value).flatMap(([key, one]) => (key === 'title' ? [] : textsIn(one)))
}
