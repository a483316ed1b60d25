import { t } from '#shared/messages/translate.ts'
import { getQueryResultById, getResult } from '#shared/results/results-api.ts'
import { buildAddress } from '#web/api/call.ts'

export const downloadFormats = [
  { format: 'csv', label: t('Download as CSV File') },
  { format: 'tsv', label: t('Download as TSV File') },
  { format: 'xlsx', label: t('Download as Excel File') },
] as const

export type DownloadFormat = (typeof downloadFormats)[number]['format']

/**
 * Address of a result as a file: under its query if that is saved (docs/reference/screens.md#result-menu), else with a
 * name, because the file would be called by a number.
 */
export function downloadAddress(queryId: number | null, resultId: number, format: DownloadFormat): string {
  const file = `${resultId}.${format}`
  return queryId === null
    ? buildAddress(getResult.path, { id_and_format: file }, { name: t('New Query') })
    : buildAddress(getQueryResultById.path, { id: queryId, id_and_format: file })
}
