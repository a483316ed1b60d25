import { findConnector } from '#connectors/registry.ts'
import type { Db } from '#server/kernel/index.ts'
import { bindSavedQuery, queryHash, renderQuery } from '#server/runs/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import {
  parametersOfText,
  parameterValues,
  readStoredParameters,
} from '#shared/parameters/detect-parameters.ts'
import { autoLimitRows } from '#shared/queries/run-rules.ts'
import type { BindRules } from '#shared/sql/bound-value.ts'
import { prepareText } from '#shared/sql/prepare-text.ts'

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
  orgId: number,
  dataSourceType: string | null,
  text: string,
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  const connector = dataSourceType === null ? undefined : findConnector(dataSourceType)
  const dialect = connector?.autoLimit ?? null
  const rendered = await renderSaved(needs, orgId, text, options, connector?.binds ?? null)
  const limit = options['apply_auto_limit'] === true ? autoLimitRows : null
  return queryHash(prepareText(rendered, dialect, limit).text, dialect)
}

async function renderSaved(
  needs: Needs,
  orgId: number,
  text: string,
  options: Readonly<Record<string, unknown>>,
  rules: BindRules | null,
): Promise<string> {
  const parameters = parametersOfText(text, readStoredParameters(options))
  if (parameters.length === 0) return text
  try {
    const values = await bindSavedQuery(needs, orgId, { ...options, parameters }, parameterValues(parameters))
    return renderQuery(text, { values, definitions: parameters, rules }).text
  } catch (error) {
    if (error instanceof Refusal) return text
    throw error
  }
}
