import { refuse } from '#shared/errors/refusal.ts'
import { type BindContext, bindParameters, joinLists } from '#shared/parameters/bind-parameters.ts'
import {
  missingParameters,
  type RenderedText,
  renderText,
  UnreadableTemplate,
} from '#shared/parameters/render-text.ts'
import { readStoredParameters, type StoredParameter } from '#shared/queries/detect-parameters.ts'
import type { Db } from '../db/database.ts'
import { findDropdownValues } from './dropdown-values.ts'
import { findOrganizationSettings } from './execution-store.ts'
import { patternMatcher } from './match-pattern.ts'

interface Needs {
  db: Db
  clock: () => Date
}

export type GivenValues = Readonly<Record<string, unknown>>

/**
 * Values of a saved query, checked and resolved (reference-api 6.1). Throws execution.invalid_parameters with all names
 * that do not fit.
 */
export async function bindSavedQuery(
  { db, clock }: Needs,
  orgId: number,
  options: Readonly<Record<string, unknown>>,
  given: GivenValues,
): Promise<Record<string, unknown>> {
  const definitions = readStoredParameters(options)
  if (definitions.length === 0) return joinLists([], given)
  const context: BindContext = {
    now: clock(),
    zone: await findZone(db, orgId, given),
    dropdowns: await findDropdowns(db, orgId, definitions, given),
    matches: patternMatcher(),
  }
  const { values, invalid } = bindParameters(definitions, given, context)
  if (invalid.length > 0) throw refuse('execution.invalid_parameters', { names: invalid.join(', ') })
  return values
}

/** Puts values into a text. Throws execution.missing_parameters, and request.invalid for unreadable placeholders. */
export function renderQuery(template: string, values: GivenValues): RenderedText {
  try {
    const missing = missingParameters(template, values)
    if (missing.length > 0) throw refuse('execution.missing_parameters', { names: missing.join(', ') })
    return renderText(template, values)
  } catch (error) {
    if (error instanceof UnreadableTemplate) throw refuse('request.invalid', { reason: error.message })
    throw error
  }
}

/** Setting `time_zone` of the organisation, asked for only when a dynamic date is there. */
async function findZone(db: Db, orgId: number, given: GivenValues): Promise<string> {
  const isDynamic = Object.values(given).some((value) => typeof value === 'string' && value.startsWith('d_'))
  if (!isDynamic) return 'UTC'
  const zone = (await findOrganizationSettings(db, orgId)).time_zone
  return typeof zone === 'string' && zone !== '' ? zone : 'UTC'
}

async function findDropdowns(
  db: Db,
  orgId: number,
  definitions: readonly StoredParameter[],
  given: GivenValues,
): Promise<Record<string, string[]>> {
  const dropdowns: Record<string, string[]> = {}
  for (const definition of definitions) {
    const queryId = definition.queryId
    if (definition.type !== 'query' || !Object.hasOwn(given, definition.name)) continue
    if (typeof queryId !== 'number') continue
    dropdowns[definition.name] = (await findDropdownValues(db, orgId, queryId)).map((option) => option.value)
  }
  return dropdowns
}
