import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#shared/permissions/can.ts'
import * as api from '#shared/results/results-api.ts'
import { replied, serve } from '../http/serve.ts'
import type { ServerContext } from '../server-context.ts'
import { loadActor } from '../session/load-actor.ts'
import { demandJob, demandJobOfQuery, type FollowedJob } from './demand-job.ts'
import { type AskedChange, holdForChange } from './hold-for-change.ts'
import { describeWaiting } from './job-line.ts'
import { cancelJob } from './job-store.ts'
import { presentJobText, presentListRun } from './present-job.ts'

export function registerJobRoutes(app: FastifyInstance, context: ServerContext): void {
  const answer = async (
    actor: Actor,
    id: string,
    asked: Asked,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const { job, isList } = await readJob(context, actor, id, asked, request)
    // what stands before it in the line, and where, is not for bearers of a key
    const isTold = job.status === 'queued' && actor.kind === 'user' && !isList
    const waiting = isTold ? await describeWaiting(context.db, job, context.config.maxRuns) : null
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(isList ? JSON.stringify({ job: presentListRun(job) }) : presentJobText(job, waiting))
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
  /** the path names a query */
  query_id?: number
}

/** The job as it stands, or as it stands after the change the caller waits for. */
async function readJob(
  context: ServerContext,
  actor: Actor,
  id: string,
  asked: Asked,
  request: FastifyRequest,
): Promise<FollowedJob> {
  const { query_id } = asked
  const look = async (caller: Actor): Promise<FollowedJob> =>
    query_id === undefined
      ? { job: await demandJob(context, caller, id), isList: false }
      : await demandJobOfQuery(context, caller, id, query_id)
  const { job, isList } = await look(actor)
  const name = `${actor.user_id ?? actor.name}`
  const held = await holdForChange(context, job, asked, { name, request })
  // while it was held somebody may have been shut out, or have lost the data source
  if (held !== job && actor.user_id !== null) await look(await loadActor(context.db, actor.user_id))
  return { job: held, isList }
}
