import { getQueryResultById } from '#shared/results/results-api.ts'
import { buildAddress } from '#web/api/call.ts'
import { downloadFormats } from '#web/results/downloads.ts'
import type { EmbedAddress } from './embed-address.ts'

/** The shown result as files, by key. */
export function embedDownloads(
  { queryId, apiKey }: Pick<EmbedAddress, 'queryId' | 'apiKey'>,
  resultId: number,
): { label: string; href: string }[] {
  const file = (format: string) => ({ id: queryId, id_and_format: `${resultId}.${format}` })
  return downloadFormats.map(({ format, label }) => ({
    label,
    href: buildAddress(getQueryResultById.path, file(format), { api_key: apiKey }),
  }))
}
