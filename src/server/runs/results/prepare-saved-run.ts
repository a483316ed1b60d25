import type { Db } from '#server/kernel/index.ts'
import {
  parametersOfText,
  parameterValues,
  readStoredParameters,
} from '#shared/parameters/detect-parameters.ts'
import { autoLimitOf } from '#shared/queries/run-rules.ts'
import { bindSavedQuery } from './bind-query.ts'
import type { PreparedRun } from './prepare-run.ts'
import { prepareRun } from './prepare-text-in-thread.ts'

/**
 * The run of a saved query with its saved values. `limit`: rows, if not as the query says; null: all. Throws refusals for
 * invalid or missing values and for an empty text.
 */
export async function prepareSavedRun(
  needs: { db: Db; clock: () => Date; asker: string },
  query: { org_id: number; query_text: string; options: Readonly<Record<string, unknown>> },
  sourceType: string,
  limit: number | null = autoLimitOf(query.options),
): Promise<PreparedRun> {
  const parameters = parametersOfText(query.query_text, readStoredParameters(query.options))
  const options = { ...query.options, parameters }
  const values = await bindSavedQuery(needs, query.org_id, options, parameterValues(parameters))
  const { run } = await prepareRun(
    sourceType,
    {
      template: query.query_text,
      values,
      definitions: parameters,
      limit,
    },
    needs.asker,
  )
  return run
}
