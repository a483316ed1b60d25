import { Refusal, refuse } from '#shared/errors/refusal.ts'
import {
  parametersOfText,
  parameterValues,
  readStoredParameters,
  type StoredParameter,
} from '#shared/parameters/detect-parameters.ts'
import { autoLimitOf } from '#shared/queries/run-rules.ts'
import type { ExecutionQuery } from './execution-store.ts'
import { prepareRun } from './prepare-text-in-thread.ts'
import type { GivenValues } from './render-query.ts'
import type { StoredResult } from './result-store.ts'
import type { BindNeeds } from './run-lookups.ts'

/**
 * Dropdown queries whose lists are being resolved, because values of one may come from the list of another: `path`
 * detects cycles (the list of A comes from B, that of B from A), `left` limits the work of one request.
 */
export interface OpenDropdowns {
  path: readonly number[]
  budget: { left: number }
}

const maxDropdowns = 50

export function openDropdowns(): OpenDropdowns {
  return { path: [], budget: { left: maxDropdowns } }
}

/** Checks the values of a saved query; passed as an argument, because the check itself needs lists. */
export type CheckValues = (
  needs: BindNeeds,
  options: Readonly<Record<string, unknown>>,
  given: GivenValues,
  open: OpenDropdowns,
) => Promise<Record<string, unknown>>

/** A dropdown query with the values from the page. */
export interface FilledDropdown {
  query: ExecutionQuery
  definitions: readonly StoredParameter[]
  /** its saved values, overridden by page values of the same name */
  given: GivenValues
  /** whether the page provides any value */
  isDependent: boolean
}

/** `page`: the page's values by parameter name; only names that the dropdown query also has are used. */
export function fillDropdown(query: ExecutionQuery, page: GivenValues): FilledDropdown {
  const definitions = parametersOfText(query.query_text, readStoredParameters(query.options))
  const shared = definitions
    .filter(({ name }) => Object.hasOwn(page, name))
    .map(({ name }) => [name, page[name]])
  return {
    query,
    definitions,
    given: { ...parameterValues(definitions), ...Object.fromEntries(shared) },
    isDependent: shared.length > 0,
  }
}

/** Options of the query with definitions for every placeholder: the page's values are checked against them. */
export function optionsOf({ query, definitions }: FilledDropdown): Record<string, unknown> {
  return { ...query.options, parameters: definitions }
}

/**
 * The result that lists the valid values of a parameter, for these values of the query's other parameters; null if
 * there is no such result, so that no value is valid. Throws query.detached.
 */
export async function dropdownOfParameter(
  needs: BindNeeds,
  parent: { definition: StoredParameter; definitions: readonly StoredParameter[]; given: GivenValues },
  open: OpenDropdowns,
  check: CheckValues,
): Promise<StoredResult | null> {
  const id = parent.definition['queryId']
  if (typeof id !== 'number' || open.path.includes(id) || open.budget.left-- <= 0) return null
  const query = await needs.lookups.query(id)
  if (query === null) return null
  const dropdown = fillDropdown(query, valuesForList(parent.definitions, id, parent.given))
  return await findDropdownResult(needs, dropdown, { ...open, path: [...open.path, id] }, check)
}

/**
 * The page's values that the list of one parameter depends on: the chosen values of its other parameters, except those
 * with the same list.
 */
export function valuesForList(
  definitions: readonly StoredParameter[],
  listId: number,
  given: GivenValues,
): GivenValues {
  const others = definitions.filter(({ type, ...rest }) => type !== 'query' || rest['queryId'] !== listId)
  const names = new Set(others.map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => names.has(name) && value !== null && value !== undefined),
  )
}

/**
 * The newest stored result: of the query, or, if the page provides values, of its text with them. Throws
 * query.detached.
 */
export async function findDropdownResult(
  needs: BindNeeds,
  dropdown: FilledDropdown,
  open: OpenDropdowns,
  check: CheckValues,
): Promise<StoredResult | null> {
  const { query } = dropdown
  if (query.data_source_id === null) throw refuse('query.detached')
  if (!dropdown.isDependent) {
    return query.latest_result_id === null ? null : await needs.lookups.result(query.latest_result_id)
  }
  const source = await needs.lookups.source(query.data_source_id)
  if (source === null) return null
  try {
    const values = await check(needs, optionsOf(dropdown), dropdown.given, open)
    const { run } = await prepareRun(
      source.type,
      {
        template: query.query_text,
        values,
        definitions: dropdown.definitions,
        limit: autoLimitOf(query.options),
      },
      needs.asker,
    )
    return await needs.lookups.newestResult({ data_source_id: source.id, query_hash: run.query_hash })
  } catch (error) {
    // invalid values have no list
    if (error instanceof Refusal) return null
    throw error
  }
}
