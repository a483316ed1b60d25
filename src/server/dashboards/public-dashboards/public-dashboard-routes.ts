import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { replied, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { type FrameReader, reducedEnvelope, replyReader, sendResult } from '#server/runs/index.ts'
import { listUnsafeShares, shareDashboard, unshareDashboard } from '#shared/dashboards/dashboards-api.ts'
import * as api from '#shared/dashboards/public-dashboards-api.ts'
import { resultLines, type Telling } from '../dashboard-results/result-lines.ts'
import { sendResultLines } from '../dashboard-results/send-result-lines.ts'
import { unsafeShares } from './list-unsafe-shares.ts'
import { presentPublicDashboard } from './present-public-dashboard.ts'
import { publicAccess } from './public-address.ts'
import { readPublicJob } from './public-job.ts'
import { readShared } from './require-shared.ts'
import { readPublicRuns, runPublicWidget, searchPublicList } from './run-public-widget.ts'
import { shareDashboard as share, unshareDashboard as unshare } from './share-dashboard.ts'
import { publicRefusal } from './tell-publicly.ts'

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
