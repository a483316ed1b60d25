import type { SextantUnderBench } from './sextant-under-bench.ts'

export interface StoredDashboard {
  id: number
  size: number
  widgets: number[]
}

/**
 * Creates dashboards with this many widgets, two side by side, each with its own query and a stored result: charts and
 * tables.
 */
export async function storeDashboards(
  sextant: SextantUnderBench,
  sizes: readonly number[],
): Promise<StoredDashboard[]> {
  const visualizations: number[] = []
  for (let index = 0; index < Math.max(...sizes); index++)
    visualizations.push(await storeQuery(sextant, index))
  await resultsStored(sextant, visualizations.length)
  const dashboards: StoredDashboard[] = []
  for (const size of sizes) {
    const { id } = await post(sextant, '/api/dashboards', { name: `${size} widgets` })
    const widgets: number[] = []
    for (const [index, visualization_id] of visualizations.slice(0, size).entries()) {
      const place = { col: (index % 2) * 3, row: Math.floor(index / 2) * 8, sizeX: 3, sizeY: 8 }
      const options = { position: { ...place, autoHeight: false } }
      const widget = await post(sextant, '/api/widgets', { dashboard_id: id, visualization_id, options })
      widgets.push(widget.id)
    }
    dashboards.push({ id, size, widgets })
  }
  return dashboards
}

const namePrefix = 'Widget '

/** Returns a visualization of the query; its run is requested. */
async function storeQuery(sextant: SextantUnderBench, index: number): Promise<number> {
  const query = await post(sextant, '/api/queries', {
    name: `${namePrefix}${index}`,
    query: `select n as x, round((100 + ${index} + 40 * sin(n / 9.0))::numeric, 2) as y from generate_series(1, 200) n`,
    data_source_id: sextant.dataSourceId,
    options: { apply_auto_limit: false, parameters: [] },
  })
  await post(sextant, `/api/queries/${query.id}/results`, { max_age: 0 })
  const table = query.visualizations?.[0]?.id
  if (index % 3 === 2 && table !== undefined) return table
  const chart = await post(sextant, '/api/visualizations', {
    query_id: query.id,
    type: 'CHART',
    name: 'Wave',
    options: { globalSeriesType: index % 3 === 0 ? 'line' : 'column', columnMapping: { x: 'x', y: 'y' } },
  })
  return chart.id
}

async function resultsStored({ pool }: SextantUnderBench, count: number): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from queries where name like $1 and latest_result_id is not null`,
      [`${namePrefix}%`],
    )
    if (rows[0]?.count === count) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the queries of the widgets have not been run')
}

async function post(
  sextant: SextantUnderBench,
  path: string,
  body: unknown,
): Promise<{ id: number; visualizations?: { id: number }[] }> {
  const reply = await sextant.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as { id: number; visualizations?: { id: number }[] }
}
