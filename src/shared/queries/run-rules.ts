import { t } from '../messages/translate.ts'

/** Facts that decide whether a query may be run from its page (docs/reference/screens.md#query-rights). */
export interface RunFacts {
  text: string
  /** whether a run of this query is in progress */
  isExecuting: boolean
  hasPendingParameters: boolean
  dataSource: { view_only?: boolean; paused?: number } | null
  isSafe: boolean
  isSaved: boolean
  permissions: readonly string[]
}

/** Why the query cannot be run now, for the tooltip of Execute; null if it can. */
export function whyNotExecutable(facts: RunFacts): string | null {
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
export const autoLimitRows = 1000
export const autoLimitUnavailable = t('Auto limiting is not available for this Data Source type.')
