import type { Db } from '#server/kernel/index.ts'
import { askerOf, bindSavedQuery, hashOfText } from '#server/runs/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import {
  parametersOfText,
  parameterValues,
  readStoredParameters,
} from '#shared/parameters/detect-parameters.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { autoLimitOf } from '#shared/queries/run-rules.ts'

interface Needs {
  db: Db
  clock: () => Date
}

/**
 * The hash that identifies results of a saved query: of its text with the saved parameter values and its limit, as for
 * an execution (docs/reference/api-queries.md#hash). With invalid values, the hash of the template itself.
 */
export async function hashOfQuery(
  needs: Needs,
  actor: Actor,
  dataSourceType: string | null,
  text: string,
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  const task = {
    sourceType: dataSourceType,
    text,
    limit: autoLimitOf(options),
    filling: await savedValues(needs, actor, text, options),
  }
  return await hashOfText(task, askerOf(actor))
}

/** null: no parameters, or values that are not valid. */
async function savedValues(
  needs: Needs,
  actor: Actor,
  text: string,
  options: Readonly<Record<string, unknown>>,
) {
  const parameters = parametersOfText(text, readStoredParameters(options))
  if (parameters.length === 0) return null
  try {
    const values = await bindSavedQuery(
      { ...needs, asker: askerOf(actor) },
      actor.org_id,
      { ...options, parameters },
      parameterValues(parameters),
    )
    return { values, definitions: parameters }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
