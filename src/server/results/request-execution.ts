import { findConnector } from '#connectors/registry.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { isSafeQuery } from '#shared/parameters/is-safe.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { readStoredParameters } from '#shared/queries/detect-parameters.ts'
import type { Db } from '../db/database.ts'
import { insertJob, type StoredJob } from '../jobs/job-store.ts'
import { bindSavedQuery, readAddressValues } from './bind-query.ts'
import {
  countQueued,
  type ExecutionQuery,
  type ExecutionSource,
  findExecutionQuery,
  findExecutionSource,
} from './execution-store.ts'
import { prepareRun, type Template } from './prepare-run.ts'
import type { GivenValues } from './render-query.ts'
import { findFreshResult, type StoredResult } from './result-store.ts'

interface Needs {
  db: Db
  clock: () => Date
}

/** Runs of one caller that may wait at once (promise S19). */
const maxQueued = 200

export type Execution = { result: StoredResult } | { job: StoredJob }

export interface TextRequest {
  query: string
  data_source_id?: number | null
  max_age?: number | null
  parameters: GivenValues
  apply_auto_limit?: boolean | null
  query_id?: number | 'adhoc' | null
}

/** Runs text that somebody typed (reference-api 5.3): full access is needed, values are not checked. */
export async function requestTextExecution(
  needs: Needs,
  actor: Actor,
  request: TextRequest,
): Promise<Execution> {
  if (request.data_source_id === undefined || request.data_source_id === null) {
    throw refuse('execution.no_data_source_selected')
  }
  const source = await findExecutionSource(needs.db, actor.org_id, request.data_source_id)
  if (source === null) throw refuse('not_found')
  if (!can(actor, 'use_fully', { groups: source.groups })) throw refuse('execution.not_permitted')
  demandRunning(source)
  const query =
    typeof request.query_id === 'number'
      ? await findExecutionQuery(needs.db, actor.org_id, request.query_id)
      : null
  return await execute(needs, actor, source, {
    template: request.query,
    values: request.parameters,
    definitions: [],
    // a query of another data source is not to be told of a run that it has nothing to do with
    query_id: query?.data_source_id === source.id ? query.id : null,
    max_age: request.max_age ?? -1,
    limited: request.apply_auto_limit === true,
  })
}

export interface SavedQueryRequest {
  max_age?: number | null
  parameters?: GivenValues | null
  apply_auto_limit?: boolean | null
}

/** Runs a saved query (reference-api 5.3): view access is enough when nobody can type text into it. */
export async function requestQueryExecution(
  needs: Needs,
  actor: Actor,
  queryId: number,
  request: SavedQueryRequest,
): Promise<Execution> {
  const { query, source } = await demandExecutable(needs, actor, queryId)
  demandPermission(actor, query, source)
  const running = demandRunning(source)
  const values = await bindSavedQuery(needs, actor.org_id, query.options, request.parameters ?? {})
  return await execute(needs, actor, running, {
    template: query.query_text,
    values,
    definitions: readStoredParameters(query.options),
    query_id: query.id,
    max_age: request.max_age ?? -1,
    limited: request.apply_auto_limit ?? query.options.apply_auto_limit === true,
  })
}

/** `POST /api/queries/:id/refresh`: always a new run, values of the address not checked, full access needed. */
export async function requestRefresh(
  needs: Needs,
  actor: Actor,
  queryId: number,
  parameters: GivenValues,
): Promise<Execution> {
  const { query, source } = await demandExecutable(needs, actor, queryId)
  if (actor.kind !== 'user') throw refuse('execution.user_key_needed')
  if (!can(actor, 'use_fully', { groups: source?.groups ?? {} })) throw refuse('execution.not_permitted')
  const running = demandRunning(source)
  return await execute(needs, actor, running, {
    template: query.query_text,
    values: await readAddressValues(needs, actor.org_id, query.options, parameters),
    definitions: readStoredParameters(query.options),
    query_id: query.id,
    max_age: 0,
    limited: query.options.apply_auto_limit === true,
  })
}

async function demandExecutable(
  { db }: Needs,
  actor: Actor,
  queryId: number,
): Promise<{ query: ExecutionQuery; source: ExecutionSource | null }> {
  const query = await findExecutionQuery(db, actor.org_id, queryId)
  if (query === null || (actor.kind === 'query_key' && actor.query_id !== queryId)) throw refuse('not_found')
  const source =
    query.data_source_id === null ? null : await findExecutionSource(db, actor.org_id, query.data_source_id)
  return { query, source }
}

/**
 * View access for a query into which nobody can put text, full access for the others. Throws execution.unsafe_shared,
 * execution.unsafe_view_only and execution.not_permitted.
 */
export function demandPermission(actor: Actor, query: ExecutionQuery, source: ExecutionSource | null): void {
  const rules = (source === null ? undefined : findConnector(source.type))?.binds ?? null
  if (!isSafeQuery(query.query_text, query.options, rules)) demandFullAccess(actor, source)
  else if (!can(actor, 'view', { groups: source?.groups ?? {} })) throw refuse('execution.not_permitted')
}

/** Values that nobody checks could be anything: only those who may run any text may give them. */
function demandFullAccess(actor: Actor, source: ExecutionSource | null): void {
  if (actor.kind !== 'user') throw refuse('execution.unsafe_shared')
  if (!can(actor, 'use_fully', { groups: source?.groups ?? {} })) throw refuse('execution.unsafe_view_only')
}

/** The data source, when there is one that takes runs. Throws execution.data_source_unavailable and execution.paused. */
export function demandRunning(source: ExecutionSource | null): ExecutionSource {
  if (source === null) throw refuse('execution.data_source_unavailable')
  if (!source.is_paused) return source
  if (source.pause_reason === null || source.pause_reason === '') {
    throw refuse('execution.paused', { name: source.name })
  }
  throw refuse('execution.paused_reason', { name: source.name, reason: source.pause_reason })
}

export interface AskedRun extends Template {
  query_id: number | null
  max_age: number
}

/** A stored result that is fresh enough, or a shared run, or a new one. */
export async function execute(
  { db }: Needs,
  actor: Actor,
  source: ExecutionSource,
  { query_id, max_age, ...template }: AskedRun,
): Promise<Execution> {
  const { run, free } = prepareRun(source.type, template)
  // what the values make of the text is judged as well: the rules for the template look at it alone
  if (free.length > 0) demandFullAccess(actor, source)
  if (max_age !== 0) {
    const result = await findFreshResult(db, source.id, run.query_hash, max_age < 0 ? null : max_age)
    if (result !== null) return { result }
  }
  if ((await countQueued(db, actor)) >= maxQueued)
    throw refuse('execution.too_many_waiting', { count: maxQueued })
  const job = await insertJob(db, {
    org_id: actor.org_id,
    kind: 'query',
    data_source_id: source.id,
    user_id: actor.user_id,
    actor_name: actor.name,
    query_id,
    ...run,
  })
  return { job }
}
