import type { FastifyInstance } from 'fastify'
import { missingPackage } from '#connectors/optional-package.ts'
import { optionsSchema } from '#connectors/options-schema.ts'
import { connectors, findConnector } from '#connectors/registry.ts'
import { replied, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { replyReader, requestConnectionTest, requestSchemaRefresh, waitForJob } from '#server/runs/index.ts'
import { type Options, unknownOptions } from '#shared/config-form/validate-options.ts'
import * as api from '#shared/data-sources/data-sources-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, accessLevel, can, hasPermission } from '#shared/permissions/can.ts'
import { schemaOfFiles } from '../schemas/schema-of-files.ts'
import { schemaOfQueries } from '../schemas/schema-of-queries.ts'
import { sendSchema } from '../schemas/send-schema.ts'
import { findDataSource, listDataSources, type StoredDataSource, setPaused } from './data-source-store.ts'
import { presentDataSource, presentDataSourceDetail } from './present-data-source.ts'
import {
  changeDataSource,
  createDataSource,
  removeDataSource,
  requireDataSource,
} from './save-data-source.ts'
import { noWorker, type TestOutcome, testOptions } from './test-options.ts'

/** Max seconds of a connection test (docs/reference/connectors.md#connection-test), plus the time its job needs to end. */
const connectionTestSeconds = 35

export function registerDataSourceRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, secrets } = context
  const detail = (actor: Actor, stored: StoredDataSource) => {
    const presented = presentDataSourceDetail(secrets, actor, stored)
    if (presented === null) throw refuse('data_source.unknown_type', { type: stored.type })
    return presented
  }

  serve(app, api.listDataSourceTypes)(() => listTypes(context.config.driversFolder))

  serve(
    app,
    api.listDataSources,
  )(async ({ actor }) => {
    const stored = await listDataSources(db, actor.org_id)
    return stored
      .filter((source) => can(actor, 'view', { groups: source.groups }))
      .map((source) => presentDataSource(actor, source))
      .filter((source) => source !== null)
  })

  serve(
    app,
    api.createDataSource,
  )(async ({ actor, body }) => withNote(body, detail(actor, await createDataSource(context, actor, body))))

  serve(
    app,
    api.getDataSource,
  )(async ({ actor, params }) => {
    const stored = await requireVisible(context, actor, params.id)
    if (!hasPermission(actor, 'list_data_sources') && !hasPermission(actor, 'admin')) {
      return { view_only: accessLevel(actor, stored.groups) !== 'full' }
    }
    return detail(actor, stored)
  })

  serve(
    app,
    api.saveDataSource,
  )(async ({ actor, params, body }) =>
    withNote(body, detail(actor, await changeDataSource(context, actor, params.id, body))),
  )

  serve(
    app,
    api.deleteDataSource,
  )(async ({ actor, params, reply }) => {
    await removeDataSource(db, actor, params.id)
    reply.code(204).send()
    return replied
  })

  serve(
    app,
    api.testDataSource,
  )(async ({ actor, params }) => {
    await requireDataSource(db, actor, params.id)
    const job = await requestConnectionTest(context, actor, params.id)
    return await readTestOutcome(context, job.id)
  })

  serve(app, api.testOptions)(({ body }) => testOptions(context, body, connectionTestSeconds))

  const pause = async (actor: Actor, id: number, paused: boolean, reason: string | null) => {
    await requireDataSource(db, actor, id)
    await setPaused(db, id, paused, reason)
    return detail(actor, await requireDataSource(db, actor, id))
  }
  serve(
    app,
    api.pauseDataSource,
  )(({ actor, params, query, body }) => pause(actor, params.id, true, body.reason ?? query.reason ?? null))
  serve(app, api.resumeDataSource)(({ actor, params }) => pause(actor, params.id, false, null))

  serve(
    app,
    api.getSchema,
  )(async ({ actor, params, query, request, reply }) => {
    const { type, encrypted_options } = await requireVisible(context, actor, params.id)
    const { readsQueries, keepsFiles, hasTablesElsewhere } = findConnector(type) ?? {}
    const reader = replyReader(request, reply)
    if (readsQueries) return { schema: await schemaOfQueries(db, actor, reader) }
    if (keepsFiles && !hasTablesElsewhere?.(secrets.unseal(encrypted_options)))
      return { schema: await schemaOfFiles(db, params.id, reader) }
    if (query.refresh === undefined && (await sendSchema(db, params.id, request, reply))) return replied
    return { job: await requestSchemaRefresh(context, actor, params.id) }
  })
}

/** Adds a note to the reply to a save if some sent options are not stored. */
function withNote(
  { type, options }: { type: string; options: Options },
  detail: api.DataSourceDetail,
): api.DataSourceDetail {
  const connector = findConnector(type)
  const dropped = connector === undefined ? [] : unknownOptions(optionsSchema(connector), options)
  return dropped.length === 0 ? detail : { ...detail, dropped_options: dropped }
}

/** A type whose package is not installed is not offered, but the form of stored data sources needs it. */
function listTypes(driversFolder: string | null) {
  return [...connectors]
    .sort((a, b) => a.name.toLowerCase().localeCompare(b.name.toLowerCase()))
    .map((connector) => ({ ...connector, lacks: missingPackage(connector, driversFolder) }))
    .map(({ name, type, config, tunnels, speaksHttp, deprecated, lacks }) => ({
      name,
      type,
      configuration_schema: config,
      ...(tunnels ? { supports_ssh_tunnel: true } : {}),
      ...(speaksHttp ? { supports_http_proxy: true } : {}),
      ...(deprecated || lacks !== null ? { deprecated: true } : {}),
      ...(lacks === null ? {} : { missing_package: lacks }),
    }))
}

export async function requireVisible(
  { db }: ServerContext,
  actor: Actor,
  id: number,
): Promise<StoredDataSource> {
  const stored = await findDataSource(db, actor.org_id, id)
  if (stored === null) throw refuse('not_found')
  if (!can(actor, 'view', { groups: stored.groups })) throw refuse('auth.forbidden')
  return stored
}

async function readTestOutcome(context: ServerContext, jobId: string): Promise<TestOutcome> {
  const job = await waitForJob(context, jobId, connectionTestSeconds)
  if (job.status === 'finished') return { ok: true, message: 'success' }
  if (job.status === 'failed' || job.status === 'cancelled') {
    return { ok: false, message: job.error?.message ?? 'Query cancelled by user.' }
  }
  return noWorker()
}
