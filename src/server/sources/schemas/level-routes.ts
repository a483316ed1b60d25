import type { FastifyInstance } from 'fastify'
import { findConnector } from '#connectors/registry.ts'
import { replied, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { requestSchemaLevel } from '#server/runs/index.ts'
import * as api from '#shared/data-sources/data-sources-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { requireVisible } from '../data-sources/data-source-routes.ts'
import { findLevel, type SchemaLevel } from './level-store.ts'

/** The parts of a schema that is read on demand (docs/reference/connectors.md#databricks). */
export function registerLevelRoutes(app: FastifyInstance, context: ServerContext): void {
  const requireLevels = async (actor: Actor, id: number) => {
    const { type } = await requireVisible(context, actor, id)
    if (!findConnector(type)?.readsLevels) throw refuse('data_source.not_databricks')
  }
  const ask = async (actor: Actor, id: number, level: SchemaLevel) => ({
    job: await requestSchemaLevel(context, actor, id, level),
  })

  serve(
    app,
    api.listDatabases,
  )(async ({ actor, params: { id }, query, reply }) => {
    await requireLevels(actor, id)
    const kept = query.refresh === undefined ? await findLevel(context.db, keyOf(id, '')) : null
    if (kept === null) return await ask(actor, id, { level: 'databases' })
    reply.header('content-type', 'application/json; charset=utf-8').send(kept)
    return replied
  })

  serve(
    app,
    api.listDatabaseTables,
  )(async ({ actor, params: { id, database }, query, reply }) => {
    await requireLevels(actor, id)
    const refreshes = query.refresh !== undefined
    const kept = refreshes ? null : await findLevel(context.db, keyOf(id, database))
    if (kept === null) return await ask(actor, id, { level: 'tables', database, with_columns: refreshes })
    reply.header('content-type', 'application/json; charset=utf-8').send(kept)
    return replied
  })

  serve(
    app,
    api.listTableColumns,
  )(async ({ actor, params: { id, database, table } }) => {
    await requireLevels(actor, id)
    return await ask(actor, id, { level: 'columns', database, table })
  })
}

function keyOf(id: number, database: string) {
  return { data_source_id: id, database_name: database }
}
