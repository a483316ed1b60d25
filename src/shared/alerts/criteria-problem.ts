import { t } from '../messages/translate.ts'
import { type AlertCriteria, type WatchedResult, watchedValue } from './alert-rules.ts'
import { isNumberText } from './watched-column.ts'

/** Why a condition can never be evaluated, and the wrong field. */
export interface CriteriaProblem {
  field: 'threshold' | 'column'
  message: string
}

/**
 * Numbers are compared with numbers; only `==` and `!=` accept texts (docs/reference/api-alerts.md#alert-criteria).
 * `min` and `max` always need numbers. An empty cell is not a problem: the next result may have a number there.
 * `result` null: no result is known.
 */
export function criteriaProblem(
  criteria: AlertCriteria,
  result: WatchedResult | null,
): CriteriaProblem | null {
  const takesTexts = criteria.op === '==' || criteria.op === '!='
  if (!takesTexts && !isNumberText(String(criteria.value))) {
    return { field: 'threshold', message: t("Value column type doesn't match threshold type.") }
  }
  return holdsNumbers(criteria, result, takesTexts)
    ? null
    : { field: 'column', message: t("Value column isn't supported by condition type.") }
}

function holdsNumbers(
  { selector, column: name }: AlertCriteria,
  result: WatchedResult | null,
  takesTexts: boolean,
): boolean {
  const column = result === null || result.row_count === 0 ? undefined : result.column(name)
  if (column === undefined) return true
  const watched = watchedValue(selector, column)
  if (watched === 'not_a_number') return false
  if (takesTexts || typeof watched !== 'object') return true
  return typeof watched.value === 'string' && isNumberText(watched.value)
}
