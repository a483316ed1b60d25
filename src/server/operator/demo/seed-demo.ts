import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import {
  addWidget,
  changeDashboard,
  createNewDashboard,
  shareDashboard,
  starDashboard,
} from '#server/dashboards/index.ts'
import { isSetUp, loadActor, setUp } from '#server/identity/index.ts'
import type { Db, Secrets } from '#server/kernel/index.ts'
import { addVisualization, changeQuery, createNewQuery, starQuery } from '#server/queries/index.ts'
import { requestQueryExecution } from '#server/runs/index.ts'
import { createDataSource } from '#server/sources/index.ts'
import { sizesOfType } from '#shared/dashboards/grid.ts'
import { storedPosition } from '#shared/dashboards/stored-grid.ts'
import { parameterValues } from '#shared/parameters/detect-parameters.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { type DemoDashboard, type DemoWidget, demoDashboards } from './demo-dashboards.ts'
import { writeDemoDatabase } from './demo-database.ts'
import { demoQueries } from './demo-queries.ts'
import type { DemoQuery } from './demo-query.ts'

export interface DemoAdmin {
  email: string
  password: string
}

/**
 * Fills a new instance with a demo: an admin, a DuckDB file with real data, queries with visualizations, and dashboards.
 * Returns the admin's credentials, to be printed once; null when the instance is set up already.
 */
export async function seedDemo(needs: {
  db: Db
  secrets: Secrets
  fileFolder: string
  log: Logger
  clock: () => Date
}): Promise<DemoAdmin | null> {
  if (await isSetUp(needs)) return null
  const admin = { email: 'admin@example.com', password: randomBytes(9).toString('base64url') }
  const path = await writeDemoDatabase(needs.fileFolder)
  const userId = await setUp(needs, { name: 'Demo Admin', ...admin, org_name: 'Sextant Demo' })
  if (userId === null) return null
  const actor = await loadActor(needs.db, userId)
  const source = await createDataSource(needs, actor, {
    name: 'Demo data',
    type: 'duckdb',
    options: { dbpath: path },
  })
  const visualizations = new Map<string, number>()
  for (const query of demoQueries) {
    const ids = await seedQuery(needs, actor, source.id, query)
    for (const [name, id] of ids) visualizations.set(visualizationKey(query.name, name), id)
  }
  for (const dashboard of demoDashboards) await seedDashboard(needs, actor, dashboard, visualizations)
  needs.log.info({ queries: demoQueries.length, dashboards: demoDashboards.length }, 'demo content written')
  return admin
}

/** Returns the ids of its visualizations by name. */
async function seedQuery(
  needs: { db: Db; secrets: Secrets; clock: () => Date },
  actor: Actor,
  dataSourceId: number,
  demo: DemoQuery,
): Promise<Map<string, number>> {
  const parameters = [...(demo.parameters ?? [])]
  const [first = demo.text, ...later] = [...(demo.earlierTexts ?? []), demo.text]
  const { id } = await createNewQuery(needs, actor, {
    data_source_id: dataSourceId,
    name: demo.name,
    description: demo.description,
    tags: demo.tags,
    query: first,
    options: { apply_auto_limit: true, parameters },
  })
  for (const query of later) await changeQuery(needs, actor, id, { query })
  const visualizations = new Map<string, number>()
  for (const visualization of demo.visualizations) {
    const stored = await addVisualization(needs, actor, id, visualization)
    visualizations.set(visualization.name, stored.id)
  }
  if (demo.isDraft !== true) await changeQuery(needs, actor, id, { is_draft: false })
  if (demo.isFavorite === true) await starQuery(needs, actor, id, true)
  // the first worker runs it, so that the first visitor sees results
  await requestQueryExecution(needs, actor, id, { max_age: 0, parameters: parameterValues(parameters) })
  return visualizations
}

/** Ids of the stored visualizations, by `visualizationKey`. */
type VisualizationIds = ReadonlyMap<string, number>
const visualizationKey = (query: string, visualization: string): string => `${query}\n${visualization}`

/** Stores a dashboard of the demo with its widgets, published and as a favorite of the actor. */
async function seedDashboard(
  needs: { db: Db; secrets: Secrets },
  actor: Actor,
  demo: DemoDashboard,
  visualizations: VisualizationIds,
): Promise<void> {
  const { id } = await createNewDashboard(needs, actor, demo.name)
  for (const widget of demo.widgets) {
    const options = optionsOf(widget)
    if ('text' in widget) await addWidget(needs, actor, { dashboard_id: id, text: widget.text, options })
    else {
      const key = visualizationKey(widget.query, widget.visualization)
      const visualization_id = visualizations.get(key)
      if (visualization_id === undefined) throw new Error(`The demo has no visualization ${key}.`)
      await addWidget(needs, actor, { dashboard_id: id, visualization_id, options })
    }
  }
  const { tabs, parameters } = demo
  await changeDashboard(needs, actor, id, {
    tags: demo.tags,
    options: {
      globalParamOrder: parameters.map(({ name }) => name),
      parameters: [...parameters],
      ...(tabs.length > 0 && { tabs }),
    },
    is_draft: false,
  })
  await starDashboard(needs, actor, id, true)
  if (demo.isShared) await shareDashboard(needs, actor, id)
}

function optionsOf({ place, autoHeight = false, tab }: DemoWidget): Record<string, unknown> {
  const [col, row, sizeX, sizeY] = place
  return {
    isHidden: false,
    position: storedPosition({ ...sizesOfType(), col, row, sizeX, sizeY, autoHeight }),
    parameterMappings: {},
    ...(tab !== undefined && { tab }),
  }
}
