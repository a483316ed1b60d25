import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replied, requireStanding, serve } from '#server/http/index.ts'
import { reloadActor } from '#server/identity/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import * as api from '#shared/results/results-api.ts'
import { askerOf } from './asker.ts'
import { endJobForAll, type LeftJob, leaveJob, noteLook } from './askers-store.ts'
import { describeOthers } from './describe-others.ts'
import { type AskedChange, holdForChange } from './hold-for-change.ts'
import { describeWaiting } from './job-line.ts'
import { presentJobText, presentListRun } from './present-job.ts'
import { type FollowedJob, mayEndForAll, requireJob, requireJobOfQuery } from './require-job.ts'
import { hasEnded } from './wait-for-job.ts'

export function registerJobRoutes(app: FastifyInstance, context: ServerContext): void {
  const answer = async (
    actor: Actor,
    id: string,
    asked: Asked,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const { job, isList } = await readJob(context, actor, id, asked, request)
    // callers with a key see neither the line in front of the job nor its other askers
    const showsLine = actor.kind === 'user' && !isList
    const waiting =
      showsLine && job.status === 'queued'
        ? await describeWaiting(context.db, job, context.config.maxRuns)
        : null
    const shared = showsLine ? await describeOthers(context, actor, job) : null
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        isList
          ? JSON.stringify({ job: presentListRun(job) })
          : presentJobText(job, { waiting, shared, reader: actor.user_id }),
      )
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
  )(async ({ actor, params, query }) => {
    const job = await requireJob(context, actor, params.id)
    if (query.for_all === 'true') {
      if (!(await mayEndForAll(context, actor, job))) throw refuse('auth.forbidden')
      await endJobForAll(context.db, job, actor.user_id)
      return null
    }
    const left = await leaveJob(context.db, job, askerOf(actor))
    return left === null ? null : goesOn(left)
  })
}

function goesOn({ wasAsker, others: { count, is_scheduled } }: LeftJob): api.GoesOn {
  const people = count === 1 ? 'one other' : `${count} others`
  const those = [...(count > 0 ? [people] : []), ...(is_scheduled ? ['its schedule'] : [])].join(' and ')
  const begin = wasAsker ? 'You no longer wait for this run.' : 'You are not waiting for this run.'
  const message = those === '' ? `${begin} It goes on.` : `${begin} It goes on for ${those}.`
  return { message, others: count, is_scheduled }
}

interface Asked extends AskedChange {
  /** if the path names a query */
  query_id?: number
}

/** The job now, or after the change the caller waits for. */
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
      ? { job: await requireJob(context, caller, id), isList: false }
      : await requireJobOfQuery(context, caller, id, query_id)
  const { job, isList } = await look(actor)
  if (!hasEnded(job)) await noteLook(context.db, job.id, askerOf(actor))
  const name = `${actor.user_id ?? actor.name}`
  // the session or key may end, and the user may lose the data source, while the request is held
  const requireAccess = async () => {
    await requireStanding(request)
    await look(await reloadActor(context.db, actor))
  }
  const held = await holdForChange(context, job, asked, { name, request, requireAccess })
  return { job: held, isList }
}
