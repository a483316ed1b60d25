import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { createDataSource } from '../data-sources/save-data-source.ts'
import type { Db } from '../db/database.ts'
import type { Secrets } from '../net/secrets.ts'
import { changeQuery, createNewQuery } from '../queries/save-query.ts'
import { requestQueryExecution } from '../results/request-execution.ts'
import { loadActor } from '../session/load-actor.ts'
import { isSetUp } from '../setup/is-set-up.ts'
import { setUp } from '../setup/set-up.ts'
import { addVisualization } from '../visualizations/add-visualization.ts'
import { writeDemoDatabase } from './demo-database.ts'
import { demoQueries } from './demo-queries.ts'

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
  for (const { name, description, tags, text, visualizations } of demoQueries) {
    const query = await createNewQuery(needs, actor, {
      data_source_id: source.id,
      name,
      description,
      tags,
      query: text,
      options: { apply_auto_limit: true, parameters: [] },
    })
    for (const visualization of visualizations) await addVisualization(needs, actor, query.id, visualization)
    await changeQuery(needs, actor, query.id, { is_draft: false })
    // the first worker that starts runs it, so that the first visitor sees results
    await requestQueryExecution(needs, actor, query.id, { max_age: 0 })
  }
  needs.log.info({ queries: demoQueries.length }, 'demo content written')
  return admin
}
