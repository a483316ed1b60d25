import type { FastifyInstance } from 'fastify'
import { readDashboardResults } from '#shared/dashboards/dashboard-results-api.ts'
import { replied, serve } from '../../http/serve.ts'
import { resultEnvelope } from '../../runs/results/result-envelope.ts'
import type { FrameReader } from '../../runs/results/result-frames.ts'
import type { ServerContext } from '../../kernel/server-context.ts'
import { readStoredResults } from './read-dashboard-results.ts'
import { resultLines } from './result-lines.ts'
import { sendResultLines } from './send-result-lines.ts'

export function registerDashboardResultRoutes(
  app: FastifyInstance,
  context: ServerContext,
  frames: FrameReader,
): void {
  serve(
    app,
    readDashboardResults,
  )(async ({ actor, params, body, request, reply }) => {
    const runs = await readStoredResults(context, actor, params.id, body.widgets)
    const lines = await resultLines(frames, runs, {
      envelope: resultEnvelope,
      refusal: ({ code, message }) => ({ code, message }),
    })
    sendResultLines(request, reply, lines)
    return replied
  })
}
