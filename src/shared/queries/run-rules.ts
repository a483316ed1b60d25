import { t } from '../messages/translate.ts'

/** Facts that decide whether a query may be run from its page (docs/reference/screens.md#query-rights). */
export interface RunFacts {
  text: string
  /** whether a run of this query is in progress */
  isExecuting: boolean
  hasPendingParameters: boolean
  dataSource: { view_only?: boolean; paused?: number } | null
  isArchived?: boolean
  isSafe: boolean
  isSaved: boolean
  permissions: readonly string[]
}

/** Why the query cannot be run now, for the tooltip of Execute; null if it can. */
export function whyNotExecutable(facts: RunFacts): string | null {
  if (facts.isArchived === true) return t('The query is archived')
  if (facts.dataSource === null) return t('Select a data source to run this query')
  if (!mayRun(facts)) return t('You do not have permission to run queries with this data source.')
  if (facts.text.trim() === '') return t("Can't execute empty query.")
  if (facts.isExecuting) return t('The query is being executed')
  if (facts.hasPendingParameters) return t('Apply or drop the changed parameter values first')
  return null
}

/** Free text needs full access; a saved safe query also runs with view-only access to the data source. */
function mayRun(facts: RunFacts): boolean {
  const has = (name: string) => facts.permissions.includes('admin') || facts.permissions.includes(name)
  if (facts.isSaved && facts.isSafe && (has('view_query') || has('execute_query'))) return true
  return has('execute_query') && (facts.dataSource?.view_only !== true || facts.permissions.includes('admin'))
}

/** Live autocomplete is offered up to this total number of columns. */
export const liveAutocompleteColumns = 5000
/** The automatic limit that Redash knows: the only one of `apply_auto_limit` alone. */
export const autoLimitRows = 1000
/** The limits to choose from, in rows. */
export const autoLimitChoices = [100, autoLimitRows, 10_000] as const
export type AutoLimitRows = (typeof autoLimitChoices)[number]

interface LimitOptions {
  apply_auto_limit?: unknown
  auto_limit_rows?: unknown
}

/** The automatic limit of a query or a run in rows; null: none. An unknown number counts as 1000. */
export function autoLimitOf({ apply_auto_limit, auto_limit_rows }: LimitOptions): AutoLimitRows | null {
  if (apply_auto_limit !== true) return null
  return autoLimitChoices.find((rows) => rows === auto_limit_rows) ?? autoLimitRows
}

/**
 * Whether the automatic limit has cut a result: it has as many rows, and its text (`sent`) has a limit that the text as
 * written has not.
 */
export function isCutByLimit(rows: number, limit: number | null, sent: string, written: string): boolean {
  if (limit === null || rows !== limit) return false
  const count = (text: string) => text.split(` LIMIT ${limit}`).length
  return count(sent) > count(written)
}

export const autoLimitUnavailable = t('Auto limiting is not available for this Data Source type.')
