import type { Db } from '#server/kernel/index.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import { parametersOfText, readStoredParameters } from '#shared/parameters/detect-parameters.ts'
import { type Actor, can, noGroups } from '#shared/permissions/can.ts'
import { autoLimitOf } from '#shared/queries/run-rules.ts'
import { rememberRun } from '../history/run-history-store.ts'
import { askerOf } from '../jobs/asker.ts'
import type { StoredJob } from '../jobs/job-store.ts'
import { askForJob } from '../jobs/request-job.ts'
import { bindSavedQuery, readAddressValues } from './bind-query.ts'
import {
  type ExecutionQuery,
  type ExecutionSource,
  findExecutionQuery,
  findExecutionSource,
} from './execution-store.ts'
import type { PreparedRun, Template } from './prepare-run.ts'
import { isSafeText, prepareRun } from './prepare-text-in-thread.ts'
import type { GivenValues } from './render-query.ts'
import { findFreshResult, type StoredResult } from './result-store.ts'

export interface ExecutionNeeds {
  db: Db
  clock: () => Date
  /** called before a run starts; throws if its callers have started too many. The returned function takes the count back */
  admit?(): Promise<() => Promise<void>>
}

export type Execution = { result: StoredResult } | { job: StoredJob }

export interface TextRequest {
  query: string
  data_source_id?: number | null
  max_age?: number | null
  parameters: GivenValues
  apply_auto_limit?: boolean | null
  auto_limit_rows?: number | null
  keep_in_history?: boolean
  query_id?: number | 'adhoc' | null
}

/** Runs typed text (docs/reference/api-results.md#execute-text): requires full access, values are not checked. */
export async function requestTextExecution(
  needs: ExecutionNeeds,
  actor: Actor,
  request: TextRequest,
): Promise<Execution> {
  if (request.data_source_id === undefined || request.data_source_id === null) {
    throw refuse('execution.no_data_source_selected')
  }
  const source = await findExecutionSource(needs.db, actor.org_id, request.data_source_id)
  if (source === null) throw refuse('not_found')
  if (!can(actor, 'use_fully', { groups: source.groups })) throw refuse('execution.not_permitted')
  requireRunning(source)
  const query =
    typeof request.query_id === 'number'
      ? await findExecutionQuery(needs.db, actor.org_id, request.query_id)
      : null
  return await execute(needs, actor, source, {
    template: request.query,
    values: request.parameters,
    definitions: [],
    // a query of another data source must not get the reports of an unrelated run
    query_id: query?.data_source_id === source.id ? query.id : null,
    max_age: request.max_age ?? -1,
    limit: autoLimitOf(request),
    isKept: request.keep_in_history === true,
  })
}

export interface SavedQueryRequest {
  max_age?: number | null
  parameters?: GivenValues | null
  apply_auto_limit?: boolean | null
  auto_limit_rows?: number | null
  keep_in_history?: boolean
}

/** Names of parameters whose values a user with full access has fixed: they may be any text. */
export type SettledNames = ReadonlySet<string>
const nothingSettled: SettledNames = new Set()

/**
 * Runs a saved query (docs/reference/api-results.md#execute-a-query): view access is enough if callers cannot insert
 * text into it.
 */
export async function requestQueryExecution(
  needs: ExecutionNeeds,
  actor: Actor,
  queryId: number,
  request: SavedQueryRequest,
  settled = nothingSettled,
): Promise<Execution> {
  const { query, source } = await requireExecutable(needs, actor, queryId)
  await requirePermission(actor, query, source, settled)
  const running = requireRunning(source)
  const values = await bindSavedQuery(
    { ...needs, asker: askerOf(actor) },
    actor.org_id,
    query.options,
    request.parameters ?? {},
  )
  return await execute(needs, actor, running, {
    template: query.query_text,
    values,
    definitions: readStoredParameters(query.options),
    query_id: query.id,
    max_age: request.max_age ?? -1,
    limit: autoLimitOf(typeof request.apply_auto_limit === 'boolean' ? request : query.options),
    isKept: request.keep_in_history === true,
    settled,
  })
}

/** `POST /api/queries/:id/refresh`: always a new run; values of the address are not checked; requires full access. */
export async function requestRefresh(
  needs: ExecutionNeeds,
  actor: Actor,
  queryId: number,
  parameters: GivenValues,
): Promise<Execution> {
  const { query, source } = await requireExecutable(needs, actor, queryId)
  if (actor.kind !== 'user') throw refuse('execution.user_key_needed')
  if (!can(actor, 'use_fully', { groups: source?.groups ?? noGroups }))
    throw refuse('execution.not_permitted')
  const running = requireRunning(source)
  return await execute(needs, actor, running, {
    template: query.query_text,
    values: await readAddressValues(needs, actor.org_id, query.options, parameters),
    definitions: readStoredParameters(query.options),
    query_id: query.id,
    max_age: 0,
    limit: autoLimitOf(query.options),
  })
}

async function requireExecutable(
  { db }: ExecutionNeeds,
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
 * View access for a query that callers cannot insert text into, full access for the others. Throws
 * execution.unsafe_shared, execution.unsafe_view_only and execution.not_permitted.
 */
export async function requirePermission(
  actor: Actor,
  query: ExecutionQuery,
  source: ExecutionSource | null,
  settled = nothingSettled,
): Promise<void> {
  if (!(await isSafeWith(actor, query, source, settled))) requireFullAccess(actor, source)
  else if (!can(actor, 'view', { groups: source?.groups ?? noGroups }))
    throw refuse('execution.not_permitted')
}

/** Is the query safe from inserted text once the values of these parameters are fixed? */
export async function isSafeWith(
  actor: Actor,
  { query_text, options }: Pick<ExecutionQuery, 'query_text' | 'options'>,
  source: Pick<ExecutionSource, 'type'> | null,
  settled: SettledNames,
): Promise<boolean> {
  const type = source?.type ?? null
  if (settled.size === 0) return await isSafeText(query_text, options, type, askerOf(actor))
  // judged like values of a checked type
  const parameters = parametersOfText(query_text, readStoredParameters(options)).map((parameter) =>
    settled.has(parameter.name) ? { ...parameter, type: 'enum' } : parameter,
  )
  return await isSafeText(query_text, { ...options, parameters }, type, askerOf(actor))
}

/** Unchecked values could be anything, so giving them requires the right to run any text. */
function requireFullAccess(actor: Actor, source: ExecutionSource | null): void {
  if (actor.kind !== 'user') throw refuse('execution.unsafe_shared')
  if (!can(actor, 'use_fully', { groups: source?.groups ?? noGroups }))
    throw refuse('execution.unsafe_view_only')
}

/** The data source, if it exists and accepts runs. Throws execution.data_source_unavailable and execution.paused. */
export function requireRunning(source: ExecutionSource | null): ExecutionSource {
  if (source === null) throw refuse('execution.data_source_unavailable')
  if (!source.is_paused) return source
  if (source.pause_reason === null || source.pause_reason === '') {
    throw refuse('execution.paused', { name: source.name })
  }
  throw refuse('execution.paused_reason', { name: source.name, note: source.pause_reason })
}

/** The run that the actor requests; also checks what the values turn the text into. */
export async function prepareJudgedRun(
  actor: Actor,
  source: ExecutionSource,
  template: Template,
  settled = nothingSettled,
): Promise<PreparedRun> {
  const { run, free } = await prepareRun(source.type, template, askerOf(actor))
  // the rules for the template look only at the template
  if (free.some((name) => !settled.has(name))) requireFullAccess(actor, source)
  return run
}

export interface AskedRun extends Template {
  query_id: number | null
  max_age: number
  settled?: SettledNames
  /** listed among the runs of the actor */
  isKept?: boolean
}

/** Returns a stored result that is recent enough, or a shared run, or a new one. */
export async function execute(
  { db, admit }: ExecutionNeeds,
  actor: Actor,
  source: ExecutionSource,
  { query_id, max_age, settled, isKept = false, ...template }: AskedRun,
): Promise<Execution> {
  const run = await prepareJudgedRun(actor, source, template, settled)
  if (max_age !== 0) {
    const result = await findFreshResult(db, source.id, run.query_hash, max_age < 0 ? null : max_age)
    if (result !== null) return { result }
  }
  const takeBack = await admit?.()
  try {
    const { org_id, user_id, name: actor_name } = actor
    const job = await askForJob(
      { db },
      { ...{ org_id, user_id, actor_name, query_id }, kind: 'query', data_source_id: source.id, ...run },
    )
    if (isKept && user_id !== null) {
      const { template: query_text } = template
      const of = { org_id, user_id, query_id, data_source_id: source.id, job_id: job.id }
      await rememberRun(db, { ...of, query_text })
    }
    return { job }
  } catch (error) {
    if (error instanceof Refusal) await takeBack?.()
    throw error
  }
}
