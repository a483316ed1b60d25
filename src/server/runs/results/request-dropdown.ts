import { type Db, findGroupsOfSource } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { readStoredParameters } from '#shared/parameters/detect-parameters.ts'
import type { DropdownOption, DropdownPage } from '#shared/parameters/dropdowns-api.ts'
import { type Actor, can, noGroups } from '#shared/permissions/can.ts'
import { autoLimitOf } from '#shared/queries/run-rules.ts'
import { askerOf } from '../jobs/asker.ts'
import type { StoredJob } from '../jobs/job-store.ts'
import { bindSavedQuery } from './bind-query.ts'
import { listOptions, searchOptions } from './dropdown-options.ts'
import {
  type FilledDropdown,
  fillDropdown,
  openDropdowns,
  optionsOf,
  otherParameters,
  valuesOfNames,
} from './dropdown-result.ts'
import { type ExecutionQuery, findExecutionQuery, findExecutionSource } from './execution-store.ts'
import type { GivenValues } from './render-query.ts'
import { type ExecutionNeeds, execute, requireRunning } from './request-execution.ts'
import { findResult, type StoredResult } from './result-store.ts'

/** A dropdown query read by itself, or as the list of another query's parameter. */
export interface DropdownAddress {
  id: number
  /** null: by itself */
  parent_id: number | null
}

/** All options of the newest stored result; empty if there is no result. Throws query.detached. */
export async function listDropdown(
  { db }: ExecutionNeeds,
  actor: Actor,
  address: DropdownAddress,
): Promise<DropdownOption[]> {
  const { query } = await requireDropdown(db, actor, address)
  const result = query.latest_result_id === null ? null : await findResult(db, query.latest_result_id)
  return result === null ? [] : await listOptions(db, result)
}

export interface DropdownRequest {
  parameters?: GivenValues | null
  q?: string | null
  offset?: number
  limit?: number
  values?: readonly string[]
}

const defaultLimit = 100

/**
 * A page of the options. If the dropdown query takes values from the page, the options of its result with these values;
 * starts a run if there is none yet. Throws query.detached, execution.invalid_parameters for invalid values, and the
 * refusals of a run.
 */
export async function searchDropdown(
  needs: ExecutionNeeds,
  actor: Actor,
  address: DropdownAddress,
  request: DropdownRequest,
): Promise<DropdownPage | { job: StoredJob }> {
  const { query, parent } = await requireDropdown(needs.db, actor, address)
  const given = request.parameters ?? {}
  const asked = parent && otherParameters(readStoredParameters(parent.options), query.id)
  const dropdown = fillDropdown(query, asked === null ? given : valuesOfNames(asked, given))
  const needed = dropdown.definitions.map(({ name }) => name)
  // who only sees the parent learns no other names
  const depends_on = asked === null ? needed : needed.filter((name) => asked.has(name))
  const found = await findOrRun(needs, actor, dropdown)
  if ('job' in found) return found
  if (found.result === null) return { options: [], count: 0, selected: [], depends_on }
  const page = await searchOptions(needs.db, found.result, {
    q: request.q ?? '',
    offset: request.offset ?? 0,
    limit: request.limit ?? defaultLimit,
    values: request.values ?? [],
  })
  return { ...page, depends_on }
}

async function findOrRun(
  needs: ExecutionNeeds,
  actor: Actor,
  dropdown: FilledDropdown,
): Promise<{ result: StoredResult | null } | { job: StoredJob }> {
  const { query } = dropdown
  if (!dropdown.isDependent) {
    return {
      result: query.latest_result_id === null ? null : await findResult(needs.db, query.latest_result_id),
    }
  }
  const source = await findExecutionSource(needs.db, query.org_id, query.data_source_id ?? 0)
  const running = requireRunning(source)
  const open = { ...openDropdowns(), path: [query.id] }
  const values = await bindSavedQuery(
    { ...needs, asker: askerOf(actor) },
    query.org_id,
    optionsOf(dropdown),
    dropdown.given,
    open,
  )
  // who may see the parent may have its list read; unchecked text needs full access to the list's own data source
  return await execute(needs, actor, running, {
    template: query.query_text,
    values,
    definitions: dropdown.definitions,
    query_id: query.id,
    max_age: -1,
    limit: autoLimitOf(query.options),
  })
}

/**
 * The dropdown query, if the actor may read its list (docs/reference/api-results.md#dropdown-access): they see it, or
 * see a query with a parameter that uses it. Throws not_found, auth.forbidden and query.detached.
 */
async function requireDropdown(
  db: Db,
  actor: Actor,
  { id, parent_id }: DropdownAddress,
): Promise<{ query: ExecutionQuery; parent: ExecutionQuery | null }> {
  const parent = parent_id === null ? null : await requireVisible(db, actor, parent_id)
  const isNamed = parent !== null && namesDropdown(parent, id)
  const query = isNamed ? await requireExisting(db, actor, id) : await requireVisible(db, actor, id)
  if (query.data_source_id === null) throw refuse('query.detached')
  return { query, parent: isNamed ? parent : null }
}

function namesDropdown(parent: ExecutionQuery, id: number): boolean {
  return readStoredParameters(parent.options).some(
    (parameter) => parameter.type === 'query' && parameter['queryId'] === id,
  )
}

async function requireExisting(db: Db, actor: Actor, id: number): Promise<ExecutionQuery> {
  const query = await findExecutionQuery(db, actor.org_id, id)
  if (query === null) throw refuse('not_found')
  return query
}

async function requireVisible(db: Db, actor: Actor, id: number): Promise<ExecutionQuery> {
  const query = await requireExisting(db, actor, id)
  const groups = query.data_source_id === null ? noGroups : await findGroupsOfSource(db, query.data_source_id)
  // a key opens its query, but the values belong to the data source
  const subjects = [{ groups, query_id: id }, { groups }]
  if (!subjects.every((subject) => can(actor, 'view', subject))) throw refuse('auth.forbidden')
  return query
}
