import { findConnector } from '#connectors/registry.ts'
import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { autoLimitOf } from '#shared/queries/run-rules.ts'
import type { StoredJob } from '../jobs/job-store.ts'
import { askForJob } from '../jobs/request-job.ts'
import { findExecutionSource } from './execution-store.ts'
import { prepareJudgedRun, requireRunning, type TextRequest } from './request-execution.ts'

type EstimateRequest = Pick<TextRequest, 'query' | 'parameters' | 'apply_auto_limit' | 'auto_limit_rows'> & {
  data_source_id: number
}

/** Asks what a text would read (docs/reference/api-results.md#estimate): requires the rights that running it does. */
export async function requestEstimate(
  { db }: { db: Db },
  actor: Actor,
  request: EstimateRequest,
): Promise<StoredJob> {
  const source = await findExecutionSource(db, actor.org_id, request.data_source_id)
  if (source === null) throw refuse('not_found')
  if (!can(actor, 'use_fully', { groups: source.groups })) throw refuse('execution.not_permitted')
  requireRunning(source)
  if (findConnector(source.type)?.estimates !== true) throw refuse('execution.no_estimate')
  const run = await prepareJudgedRun(actor, source, {
    template: request.query,
    values: request.parameters,
    definitions: [],
    limit: autoLimitOf(request),
  })
  const { org_id, user_id, name: actor_name } = actor
  return await askForJob(
    { db },
    { ...{ org_id, user_id, actor_name }, kind: 'estimate', data_source_id: source.id, ...run },
  )
}
