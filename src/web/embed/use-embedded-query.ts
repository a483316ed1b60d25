import { useEffect, useState } from 'react'
import { getQuery, type Query } from '#shared/queries/queries-api.ts'
import { type ClientConfig, getConfig } from '#shared/session/session-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { callWithKey } from '#web/api/call.ts'
import type { EmbedAddress } from './embed-address.ts'
import { embedWords } from './embed-words.ts'

export interface EmbeddedQuery {
  query: Query
  visualization: Query['visualizations'][number]
  config: ClientConfig
}

export type QueryLoad =
  | { phase: 'loading' }
  | { phase: 'failed'; message: string }
  | ({ phase: 'ready' } & EmbeddedQuery)

/** The query and visualization of an address, if both may be embedded. */
export function useEmbeddedQuery(address: EmbedAddress): QueryLoad {
  const [load, setLoad] = useState<QueryLoad>({ phase: 'loading' })
  useEffect(() => {
    const abort = new AbortController()
    loadQuery(address, abort.signal).then(
      (loaded) => setLoad({ phase: 'ready', ...loaded }),
      (error: unknown) => {
        if (!abort.signal.aborted) setLoad({ phase: 'failed', message: wordsOf(error) })
      },
    )
    return () => abort.abort()
  }, [address])
  return load
}

async function loadQuery(address: EmbedAddress, signal: AbortSignal): Promise<EmbeddedQuery> {
  const { queryId, visualizationId, apiKey } = address
  const call = callWithKey(apiKey)
  const [{ client_config: config }, query] = await Promise.all([
    call(getConfig, { signal }),
    call(getQuery, { params: { id: queryId }, signal }),
  ])
  if (config.disablePublicUrls) throw new Error(embedWords.switchedOff)
  const visualization = query.visualizations.find(({ id }) => id === visualizationId)
  if (visualization === undefined) throw new Error(embedWords.noVisualization)
  if (!query.is_safe) throw new Error(embedWords.unsafe)
  return { query, visualization, config }
}

/** An error message for visitors, who cannot log in. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.status === 401 ? embedWords.unknownKey : messageOf(error, embedWords.unknown)
  }
  return error instanceof Error && error.message !== '' ? error.message : embedWords.unknown
}
