import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type BindContext, bindParameters } from '#shared/parameters/bind-parameters.ts'
import { itemText } from '#shared/parameters/check-value.ts'
import { readStoredParameters, type StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { isDateRangeType } from '#shared/parameters/dynamic-dates.ts'
import { resolveDynamicValue } from '#shared/parameters/execution-values.ts'
import { definitionsByName } from '#shared/parameters/list-items.ts'
import { dropdownOfParameter, type OpenDropdowns, openDropdowns } from './dropdown-result.ts'
import { patternMatcher } from './match-pattern.ts'
import type { GivenValues } from './render-query.ts'
import { type BindNeeds, lookUpEach, type RunLookups } from './run-lookups.ts'

interface Needs {
  db: Db
  clock: () => Date
}

/**
 * Checks and resolves the values of a saved query (docs/reference/api-queries.md#checking-values). Throws
 * execution.invalid_parameters with the names of all invalid values.
 */
export async function bindSavedQuery(
  { db, clock, asker }: Needs & Pick<BindNeeds, 'asker'>,
  orgId: number,
  options: Readonly<Record<string, unknown>>,
  given: GivenValues,
  open: OpenDropdowns = openDropdowns(),
): Promise<Record<string, unknown>> {
  const needs = { asker, lookups: lookUpEach(db, orgId), now: clock(), matches: patternMatcher() }
  return await bindValues(needs, options, given, open)
}

/** The same with given lookups. `open`: the dropdown queries whose own values are being checked, to detect cycles. */
export async function bindValues(
  needs: BindNeeds,
  options: Readonly<Record<string, unknown>>,
  given: GivenValues,
  open: OpenDropdowns = openDropdowns(),
): Promise<Record<string, unknown>> {
  const definitions = readStoredParameters(options)
  if (definitions.length === 0) return { ...given }
  const { now, matches } = needs
  const zone = await findZone(needs.lookups, given)
  const dropdowns = await findDropdowns(needs, definitions, given, open)
  const context: BindContext = { now, zone, dropdowns, matches }
  const { values, invalid } = bindParameters(definitions, given, context)
  if (invalid.length > 0) throw refuse('execution.invalid_parameters', { names: invalid.join(', ') })
  return values
}

/** Reads values from an address; resolves ranges (`start--end`) and dynamic dates, checks nothing. */
export async function readAddressValues(
  needs: Needs,
  orgId: number,
  options: Readonly<Record<string, unknown>>,
  given: GivenValues,
): Promise<Record<string, unknown>> {
  const byName = definitionsByName(readStoredParameters(options))
  const zone = await findZone(lookUpEach(needs.db, orgId), given)
  const read = ([name, value]: [string, unknown]): [string, unknown] => {
    const type = byName.get(name)?.type ?? 'text'
    const resolved = resolveDynamicValue(type, value, needs.clock(), zone)
    if (typeof resolved !== 'string' || !isDateRangeType(type)) return [name, resolved]
    const [start, end] = resolved.split('--')
    return [name, end === undefined ? resolved : { start, end }]
  }
  return Object.fromEntries(Object.entries(given).map(read))
}

/** Setting `time_zone` of the organization, read only if there is a dynamic date. */
async function findZone(lookups: RunLookups, given: GivenValues): Promise<string> {
  const isDynamic = Object.values(given).some((value) => typeof value === 'string' && value.startsWith('d_'))
  if (!isDynamic) return 'UTC'
  const zone = (await lookups.settings()).time_zone
  return typeof zone === 'string' && zone !== '' ? zone : 'UTC'
}

/**
 * For each dropdown parameter, the given values that its list has for the values of the other parameters: a value from
 * the list for other ones is invalid.
 */
async function findDropdowns(
  needs: BindNeeds,
  definitions: readonly StoredParameter[],
  given: GivenValues,
  open: OpenDropdowns,
): Promise<Record<string, string[]>> {
  const dropdowns: Record<string, string[]> = {}
  for (const definition of definitions) {
    if (definition.type !== 'query' || !Object.hasOwn(given, definition.name)) continue
    const wanted = [given[definition.name]].flat().map(itemText)
    const parent = { definition, definitions, given }
    const result = await dropdownOfParameter(needs, parent, open, bindValues)
    dropdowns[definition.name] = result === null ? [] : await needs.lookups.chosen(result, wanted)
  }
  return dropdowns
}
