import type { FastifyInstance } from 'fastify'
import { replied, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { type FrameReader, replyReader, resultEnvelope } from '#server/runs/index.ts'
import { readDashboardResults } from '#shared/dashboards/dashboard-results-api.ts'
import { readStoredResults } from './read-dashboard-results.ts'
import { resultLines, sendResultLines, type Telling } from './result-lines.ts'

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
    const telling: Telling = {
      envelope: resultEnvelope,
      refusal: ({ code, message }) => ({ code, message }),
    }
    const lines = await resultLines(frames, runs, telling, replyReader(request, reply))
    sendResultLines(request, reply, lines)
    return replied
  })
}
