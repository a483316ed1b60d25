import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { readStoredParameters } from '#shared/parameters/detect-parameters.ts'
import { type Actor, can, hasPermission } from '#shared/permissions/can.ts'
import { type AskingQuery, findAskingQuery, findJob, findJobScope, type StoredJob } from './job-store.ts'

interface Needs {
  db: Db
}

/** Callers who may see the data source may see its jobs. Connection tests and their errors are for admins. */
export async function maySeeJob({ db }: Needs, actor: Actor, job: StoredJob): Promise<boolean> {
  if (job.kind === 'connection_test' && !hasPermission(actor, 'admin')) return false
  return can(actor, 'view', { groups: (await findJobScope(db, job)).groups })
}

/** Users with full access to the data source may end a run that others wait for. */
export async function mayEndForAll({ db }: Needs, actor: Actor, job: StoredJob): Promise<boolean> {
  return can(actor, 'use_fully', { groups: (await findJobScope(db, job)).groups })
}

/** Throws not_found and auth.forbidden. */
export async function requireJob(needs: Needs, actor: Actor, id: string): Promise<StoredJob> {
  const job = await requireExisting(needs, actor, id)
  if (!(await maySeeJob(needs, actor, job))) throw refuse('auth.forbidden')
  return job
}

export interface FollowedJob {
  job: StoredJob
  /** the actor may see it only as the run of a dropdown list: they may not see the data source */
  isList: boolean
}

/**
 * A job read through the address of a query. A caller with the query's key sees the jobs of that query, and twins that
 * others requested: the key opens the data source of its query for viewing, but no other data source of the same
 * groups. Callers who may read a dropdown list through the query may follow its run. Throws not_found and
 * auth.forbidden.
 */
export async function requireJobOfQuery(
  needs: Needs,
  actor: Actor,
  id: string,
  queryId: number,
): Promise<FollowedJob> {
  const job = await requireExisting(needs, actor, id)
  if (actor.kind === 'query_key' && (actor.query_id !== queryId || job.kind !== 'query'))
    throw refuse('not_found')
  if (actor.kind === 'user' && (await maySeeJob(needs, actor, job))) return { job, isList: false }
  const query = await findAskingQuery(needs.db, actor.org_id, queryId)
  if (query === null || !can(actor, 'view', { groups: query.groups })) throw refuse('auth.forbidden')
  if (actor.kind === 'query_key' && job.data_source_id === query.data_source_id) return { job, isList: false }
  if (isRunOfList(query, job)) return { job, isList: true }
  throw refuse('auth.forbidden')
}

async function requireExisting({ db }: Needs, actor: Actor, id: string): Promise<StoredJob> {
  const job = await findJob(db, id)
  if (job === null || job.org_id !== actor.org_id) throw refuse('not_found')
  return job
}

/** Is it the run of a dropdown list of one of the query's parameters? */
function isRunOfList({ options }: AskingQuery, { query_id }: StoredJob): boolean {
  if (query_id === null) return false
  return readStoredParameters(JSON.parse(options)).some(
    (parameter) => parameter.type === 'query' && parameter['queryId'] === query_id,
  )
}
