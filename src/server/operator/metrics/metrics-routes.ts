import type { FastifyInstance } from 'fastify'
import { isDatabaseUnavailable, replied, serve } from '#server/http/index.ts'
import {
  expositionType,
  type MeasuredFamily,
  type ServerContext,
  withLabels,
  writeExposition,
} from '#server/kernel/index.ts'
import { getMetrics } from '#shared/status/status-api.ts'
import { measureInstance } from './measure-instance.ts'
import { requireMetricsReader } from './require-metrics-reader.ts'

/** `ofProcess`: the metrics of this web process. */
export function registerMetricsRoutes(
  app: FastifyInstance,
  context: ServerContext,
  ofProcess: () => MeasuredFamily[],
): void {
  serve(app, getMetrics, { identity: 'none' })(async ({ request, reply }) => {
    requireMetricsReader(context.config, request)
    const own = withLabels(ofProcess(), { process: 'web' })
    const families = [...own, ...(await familiesOfInstance(context))]
    reply.header('content-type', expositionType).header('cache-control', 'no-store')
    reply.send(writeExposition(families))
    return replied
  })
}

/** Without the database, only `sextant_database_up 0` is added to the process's own metrics. */
async function familiesOfInstance(context: ServerContext): Promise<MeasuredFamily[]> {
  const up = (value: number): MeasuredFamily => ({
    name: 'sextant_database_up',
    help: 'Whether the database answered.',
    type: 'gauge',
    samples: [{ labels: {}, value }],
  })
  try {
    return [up(1), ...(await measureInstance(context))]
  } catch (error) {
    if (!(error instanceof Error && isDatabaseUnavailable(error))) throw error
    context.log.warn({ err: error }, 'The metrics of the instance could not be read.')
    return [up(0)]
  }
}
