import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { replied, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { type FrameReader, reducedEnvelope, replyReader, sendResult } from '#server/runs/index.ts'
import { listUnsafeShares, shareDashboard, unshareDashboard } from '#shared/dashboards/dashboards-api.ts'
import type { PublicDashboard, PublicWidget } from '#shared/dashboards/public-dashboards-api.ts'
import * as api from '#shared/dashboards/public-dashboards-api.ts'
import { resultLines, sendResultLines, type Telling } from '../dashboard-results/result-lines.ts'
import { publicAccess } from './public-address.ts'
import type { SharedWidgetRow } from './public-dashboard-store.ts'
import { readShared, type SharedContent, type SharedQueryWidget } from './require-shared.ts'
import {
  publicRefusal,
  readPublicJob,
  readPublicRuns,
  runPublicWidget,
  searchPublicList,
} from './run-public-widget.ts'
import { shareDashboard as share, unsafeShares, unshareDashboard as unshare } from './share-dashboard.ts'
import { takeTokensAsKeys } from './token-as-key.ts'

/** By token alone: sessions are neither read nor extended, and other sites may embed the replies. */
const byToken: FastifyContextConfig = { identity: 'key', isFrameable: true }

export function registerPublicDashboardRoutes(
  app: FastifyInstance,
  context: ServerContext,
  frames: FrameReader,
): void {
  registerSharing(app, context)
  registerReading(app, context, frames)
  registerRuns(app, context, frames)
  takeTokensAsKeys(app, context, frames)
}

function registerSharing(app: FastifyInstance, context: ServerContext): void {
  serve(app, listUnsafeShares)(async ({ actor, params }) => unsafeShares(context, actor, params.id))

  serve(
    app,
    shareDashboard,
  )(async ({ actor, params, request }) =>
    publicAccess(context.config, request, await share(context, actor, params.id)),
  )

  serve(
    app,
    unshareDashboard,
  )(async ({ actor, params }) => {
    await unshare(context, actor, params.id)
    return null
  })
}

function registerReading(app: FastifyInstance, context: ServerContext, frames: FrameReader): void {
  serve(
    app,
    api.getPublicDashboard,
    byToken,
  )(async ({ params }) => presentPublicDashboard(await readShared(context.db, params.token)))

  serve(
    app,
    api.readPublicResults,
    byToken,
  )(async ({ params, body, request, reply }) => {
    const runs = await readPublicRuns(context, params.token, body.widgets)
    const telling: Telling = {
      envelope: reducedEnvelope,
      refusal(refusal) {
        const { code, message } = publicRefusal(refusal)
        return { code, message }
      },
    }
    const lines = await resultLines(frames, runs, telling, replyReader(request, reply))
    sendResultLines(request, reply, lines)
    return replied
  })
}

function registerRuns(app: FastifyInstance, context: ServerContext, frames: FrameReader): void {
  serve(
    app,
    api.executePublicWidget,
    byToken,
  )(async ({ params, body, request, reply }) => {
    const ran = await runPublicWidget(context, params, body)
    if ('job' in ran) return ran
    reply.header('cache-control', 'no-store')
    sendResult(request, reply, frames, ran.result, reducedEnvelope(ran.result))
    return replied
  })

  serve(
    app,
    api.getPublicJob,
    byToken,
  )(async ({ params: { id: name, ...address }, query, request }) => ({
    job: await readPublicJob(context, { ...address, name }, query, request),
  }))

  serve(
    app,
    api.searchPublicDropdown,
    byToken,
  )(({ params: { query_id, ...address }, body }) => searchPublicList(context, address, query_id, body))
}

/**
 * The dashboard for public visitors (docs/reference/api-dashboards.md#the-public-dashboard): no query texts, no keys,
 * no owner, no static values.
 */
function presentPublicDashboard({ dashboard, rows, widgets }: SharedContent): PublicDashboard {
  const { name, dashboard_filters_enabled, options, created_at, updated_at } = dashboard
  return {
    ...{ name, layout: [], dashboard_filters_enabled, options },
    updated_at: updated_at.toISOString(),
    created_at: created_at.toISOString(),
    widgets: rows.map((row) => presentWidget(row, widgets.get(row.id))),
  }
}

function presentWidget(row: SharedWidgetRow, widget: SharedQueryWidget | undefined): PublicWidget {
  const { id, width, text, visualization } = row
  const dates = { updated_at: row.updated_at.toISOString(), created_at: row.created_at.toISOString() }
  if (widget === undefined || visualization === null) {
    return { id, width, options: row.options, text, ...dates }
  }
  const { query, parameters, fixed } = widget
  return {
    ...{ id, width, options: withoutFixed(row.options, fixed), text, ...dates },
    visualization: {
      ...{ type: visualization.type, name: visualization.name, description: visualization.description },
      options: JSON.parse(visualization.options),
      updated_at: visualization.updated_at.toISOString(),
      created_at: visualization.created_at.toISOString(),
      query: {
        ...{ id: query.id, name: query.name, description: row.query_description },
        options: { parameters: parameters.filter((parameter) => !fixed.has(parameter.name)) },
      },
    },
  }
}

/** Stored options without the mappings with static values, and without their names. */
function withoutFixed(
  options: Readonly<Record<string, unknown>>,
  fixed: ReadonlyMap<string, unknown>,
): Record<string, unknown> {
  const { parameterMappings, paramOrder } = options
  const shown: Record<string, unknown> = { ...options }
  if (Array.isArray(paramOrder)) shown['paramOrder'] = paramOrder.filter((name) => !fixed.has(name))
  if (typeof parameterMappings !== 'object' || parameterMappings === null) return shown
  const mappings = Object.entries(parameterMappings).filter(
    ([name, mapping]) => !fixed.has(name) && !isStatic(mapping),
  )
  return { ...shown, parameterMappings: Object.fromEntries(mappings) }
}

function isStatic(mapping: unknown): boolean {
  return (
    typeof mapping === 'object' && mapping !== null && 'type' in mapping && mapping.type === 'static-value'
  )
}
