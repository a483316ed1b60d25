import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
import { setDemoUuids } from '../operator-store.ts'
import { withNewColors } from './demo-colors.ts'
import { type DemoDashboard, type DemoWidget, demoDashboards } from './demo-dashboards.ts'
import { demoQueries } from './demo-queries.ts'
import type { DemoQuery } from './demo-query.ts'

interface DemoAdmin {
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
  await setDemoUuids(needs.db)
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
    const stored = await addVisualization(needs, actor, id, withNewColors(visualization))
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

const fileName = 'demo.duckdb'

/** The tables of the demo, and how each is read from the npm package vega-datasets. */
const tables: readonly (readonly [name: string, select: string])[] = [
  [
    'flights',
    `select date as departure, delay::integer as delay_minutes, distance::integer as distance_miles, origin, destination
     from read_parquet('{data}/flights-3m.parquet') order by departure`,
  ],
  [
    'airports',
    `select iata, name, city, state, country, latitude, longitude from read_csv_auto('{data}/airports.csv')`,
  ],
  [
    'movies',
    `select Title->>'$' as title, "US Gross" as us_gross, "Worldwide Gross" as worldwide_gross,
            "Production Budget" as production_budget, try_strptime("Release Date", '%b %d %Y')::date as release_date,
            "MPAA Rating" as mpaa_rating, "Running Time min" as running_time_minutes, Distributor as distributor,
            "Major Genre" as genre, Director as director, "Rotten Tomatoes Rating" as rotten_tomatoes_rating,
            "IMDB Rating" as imdb_rating, "IMDB Votes" as imdb_votes
     from read_json_auto('{data}/movies.json')`,
  ],
  [
    'weather',
    `select location, date, precipitation, temp_max, temp_min, wind, weather from read_csv_auto('{data}/weather.csv')`,
  ],
  [
    'stocks',
    `select symbol, strptime(date, '%b %-d %Y')::date as date, price from read_csv_auto('{data}/stocks.csv')`,
  ],
  [
    'gapminder',
    `select year::integer as year, country, pop as population, life_expect as life_expectancy, fertility
     from read_json_auto('{data}/gapminder.json')`,
  ],
  [
    'health_income',
    `select country, region, income, health, population from read_csv_auto('{data}/gapminder-health-income.csv')`,
  ],
  [
    'electricity',
    `select year::date as year, source, net_generation from read_csv_auto('{data}/iowa-electricity.csv')`,
  ],
  [
    'penguins',
    `select Species as species, Island as island, "Beak Length (mm)" as beak_length_mm, "Beak Depth (mm)" as beak_depth_mm,
            "Flipper Length (mm)" as flipper_length_mm, "Body Mass (g)" as body_mass_g, Sex as sex
     from read_json_auto('{data}/penguins.json')`,
  ],
  [
    'cars',
    `select Name as name, Origin as origin, year(Year)::integer as year, Cylinders::integer as cylinders,
            Horsepower::integer as horsepower, Weight_in_lbs::integer as weight_lbs, Acceleration as seconds_to_60,
            Miles_per_Gallon as miles_per_gallon
     from read_json_auto('{data}/cars.json')`,
  ],
]

/** Writes the demo database into `folder` and returns its path. Replaces an unfinished one of an earlier attempt. */
async function writeDemoDatabase(folder: string): Promise<string> {
  const data = fileURLToPath(new URL('../data', import.meta.resolve('vega-datasets')))
  const path = join(folder, fileName)
  await mkdir(folder, { recursive: true })
  await rm(path, { force: true })
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  try {
    for (const [name, select] of tables) {
      await connection.run(`create table ${name} as ${select.replace('{data}', data.replaceAll("'", "''"))}`)
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
  return path
}
