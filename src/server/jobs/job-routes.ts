import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import * as api from '#shared/results/results-api.ts'
import { replied, serve } from '../http/serve.ts'
import type { ServerContext } from '../server-context.ts'
import { type AskedChange, holdForChange } from './hold-for-change.ts'
import { describeWaiting } from './job-line.ts'
import { cancelJob, findJob, findJobScope, type StoredJob } from './job-store.ts'
import { presentJobText } from './present-job.ts'

export function registerJobRoutes(app: FastifyInstance, context: ServerContext): void {
  const answer = async (
    actor: Actor,
    id: string,
    asked: Asked,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const job = await readJob(context, actor, id, asked, request)
    // what stands before it in the line, and where, is not for bearers of a key
    const isTold = job.status === 'queued' && actor.kind === 'user'
    const waiting = isTold ? await describeWaiting(context.db, job, context.config.maxRuns) : null
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(presentJobText(job, waiting))
    return replied
  }

  serve(
    app,
    api.getJob,
  )(({ actor, params, query, request, reply }) => answer(actor, params.id, query, request, reply))

  serve(
    app,
    api.getQueryJob,
  )(({ actor, params, query, request, reply }) =>
    answer(actor, params.id, { ...query, query_id: params.query_id }, request, reply),
  )

  serve(
    app,
    api.cancelJob,
  )(async ({ actor, params }) => {
    const job = await demandJob(context, actor, params.id)
    await cancelJob(context.db, job.id)
    return null
  })
}

interface Asked extends AskedChange {
  /** the path names a query: for bearers of its key only the jobs of that query exist */
  query_id?: number
}

/** The job as it stands, or as it stands after the change the caller waits for. */
async function readJob(
  context: ServerContext,
  actor: Actor,
  id: string,
  asked: Asked,
  request: FastifyRequest,
): Promise<StoredJob> {
  const job = await demandJob(context, actor, id, asked.query_id)
  return await holdForChange(context, job, asked, { name: `${actor.user_id ?? actor.name}`, request })
}

/**
 * A job is for those who may see its data source. The bearer of a query's key sees the jobs of that query, and of twins
 * that others asked for: the key opens the data source for viewing, so the data source decides there too.
 */
export async function demandJob(
  { db }: Pick<ServerContext, 'db'>,
  actor: Actor,
  id: string,
  queryId?: number,
): Promise<StoredJob> {
  const job = await findJob(db, id)
  if (job === null || job.org_id !== actor.org_id) throw refuse('not_found')
  const scope = await findJobScope(db, job)
  if (actor.kind === 'query_key' && (actor.query_id !== queryId || job.kind !== 'query'))
    throw refuse('not_found')
  if (!can(actor, 'view', { groups: scope.groups })) throw refuse('auth.forbidden')
  return job
}
