import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Actor } from '#shared/permissions/can.ts'
import { createDataSource } from '../data-sources/save-data-source.ts'
import type { Db } from '../db/database.ts'
import type { Secrets } from '../net/secrets.ts'
import { changeQuery, createNewQuery } from '../queries/save-query.ts'
import { starQuery } from '../queries/star-query.ts'
import { requestQueryExecution } from '../results/request-execution.ts'
import { loadActor } from '../session/load-actor.ts'
import { isSetUp } from '../setup/is-set-up.ts'
import { setUp } from '../setup/set-up.ts'
import { addVisualization } from '../visualizations/add-visualization.ts'
import { writeDemoDatabase } from './demo-database.ts'
import { type DemoQuery, demoQueries } from './demo-queries.ts'

export interface DemoAdmin {
  email: string
  password: string
}

/**
 * Fills a new instance with a demo: an admin, a DuckDB file with real data, and saved queries with their pictures.
 * Answers the admin's credentials, to be printed once; null when the instance is set up already.
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
  for (const query of demoQueries) await seedQuery(needs, actor, source.id, query)
  needs.log.info({ queries: demoQueries.length }, 'demo content written')
  return admin
}

async function seedQuery(
  needs: { db: Db; clock: () => Date },
  actor: Actor,
  dataSourceId: number,
  demo: DemoQuery,
): Promise<void> {
  const [first = demo.text, ...later] = [...(demo.earlierTexts ?? []), demo.text]
  const { id } = await createNewQuery(needs, actor, {
    data_source_id: dataSourceId,
    name: demo.name,
    description: demo.description,
    tags: demo.tags,
    query: first,
    options: { apply_auto_limit: true, parameters: [] },
  })
  for (const query of later) await changeQuery(needs, actor, id, { query })
  for (const visualization of demo.visualizations) await addVisualization(needs, actor, id, visualization)
  if (demo.isDraft !== true) await changeQuery(needs, actor, id, { is_draft: false })
  if (demo.isFavorite === true) await starQuery(needs, actor, id, true)
  // the first worker that starts runs it, so that the first visitor sees results
  await requestQueryExecution(needs, actor, id, { max_age: 0 })
}
