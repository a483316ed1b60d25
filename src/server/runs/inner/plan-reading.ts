import type { WantedQuery } from '#connectors/connector.ts'
import { QueryFailed } from '#connectors/connector-errors.ts'
import { type Db, findGroupsOfSource } from '#server/kernel/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import {
  parametersOfText,
  parameterValues,
  readStoredParameters,
} from '#shared/parameters/detect-parameters.ts'
import { type Actor, can, noGroups } from '#shared/permissions/can.ts'
import { bindSavedQuery, readAddressValues } from '../results/bind-query.ts'
import { type ExecutionSource, findExecutionSource } from '../results/execution-store.ts'
import type { PreparedRun } from '../results/prepare-run.ts'
import { prepareSavedRun } from '../results/prepare-saved-run.ts'
import { prepareJudgedRun, requirePermission, requireRunning } from '../results/request-execution.ts'
import { findResult, type StoredResult } from '../results/result-store.ts'
import { findLentQuery, type LentQuery } from './inner-run-store.ts'

/** How a query that a text names is read. */
export type Reading =
  | { query: LentQuery; result: StoredResult }
  | { query: LentQuery; source: ExecutionSource; run: PreparedRun }

interface Needs {
  db: Db
  clock: () => Date
  /** long texts are prepared in turns */
  asker: string
  persons: readonly (Actor | null)[]
}

/**
 * Checks that all the persons may read the query, and prepares its run. Throws QueryFailed with the messages of
 * docs/reference/connectors.md#query-results.
 */
export async function planReading(needs: Needs, orgId: number, wanted: WantedQuery): Promise<Reading> {
  const query = await findLentQuery(needs.db, orgId, wanted.id)
  if (query === null) throw new QueryFailed(`Query id ${wanted.id} not found.`)
  const { data_source_id } = query
  const source = data_source_id === null ? null : await findExecutionSource(needs.db, orgId, data_source_id)
  requireView(needs, query.id, source?.groups ?? noGroups)
  if (wanted.kind === 'cached') return { query, result: await cachedResult(needs, query) }
  try {
    const running = requireRunning(source)
    const run =
      wanted.kind === 'query'
        ? await prepareSavedRun(needs, query, running.type, null)
        : await prepareWithValues(needs, query, running, wanted.values)
    return { query, source: running, run }
  } catch (error) {
    if (error instanceof Refusal) throw notLoaded(query.id, error.message)
    throw error
  }
}

/** The message of Redash, and why. */
export function notLoaded(id: number, reason: string): QueryFailed {
  return new QueryFailed(`Failed loading results for query id ${id}.\n${reason}`)
}

function requireView({ persons }: Needs, id: number, groups: ExecutionSource['groups']): void {
  const mayView =
    persons.length > 0 && persons.every((actor) => actor !== null && can(actor, 'view', { groups }))
  if (!mayView) throw notPermitted(id)
}

function notPermitted(id: number): QueryFailed {
  return new QueryFailed(`You do not have access to query id ${id}.`)
}

async function cachedResult(needs: Needs, query: LentQuery): Promise<StoredResult> {
  const result = query.latest_result_id === null ? null : await findResult(needs.db, query.latest_result_id)
  if (result === null || result.org_id !== query.org_id)
    throw new QueryFailed(`No cached result available for query ${query.id}.`)
  // the query was moved since
  if (result.data_source_id !== query.data_source_id) {
    const { data_source_id: id } = result
    requireView(needs, query.id, id === null ? noGroups : await findGroupsOfSource(needs.db, id))
  }
  return result
}

/** The values that are not given are the saved ones. Checked and bound as in a run that a person requests. */
async function prepareWithValues(
  needs: Needs,
  query: LentQuery,
  source: ExecutionSource,
  given: Readonly<Record<string, unknown>>,
): Promise<PreparedRun> {
  for (const actor of needs.persons)
    await requireRight(query.id, () => requirePermission(actor as Actor, query, source))
  const parameters = parametersOfText(query.query_text, readStoredParameters(query.options))
  const options = { ...query.options, parameters }
  const read = await readAddressValues(needs, query.org_id, options, given)
  const values = await bindSavedQuery(needs, query.org_id, options, {
    ...parameterValues(parameters),
    ...read,
  })
  const template = { template: query.query_text, values, definitions: parameters, limit: null }
  let run: PreparedRun | null = null
  for (const actor of needs.persons) {
    run = await requireRight(query.id, () => prepareJudgedRun(actor as Actor, source, template))
  }
  if (run === null) throw notPermitted(query.id)
  return run
}

const missingRights = new Set([
  'execution.unsafe_shared',
  'execution.unsafe_view_only',
  'execution.not_permitted',
])

async function requireRight<T>(id: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && missingRights.has(error.code)) throw notPermitted(id)
    throw error
  }
}
