import { t } from '#shared/messages/translate.ts'
import type { TypedResult } from '#shared/results/typed-result.ts'

/** Why a result shows no rows. `result` is the result before filters. */
export function whyEmpty(result: TypedResult): string {
  return result.rows.length > 0 ? t('No rows match the filters') : t('The query returned no rows')
}
