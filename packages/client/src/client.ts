import { type ClientOptions, createConnection, type Request, type Send } from './connection.ts'
import { SextantError } from './errors.ts'
import { begin, resultOf, rowsOf, type Started, type StoredResult } from './runs.ts'
import type { QueryOptions, QueryResult, Row, SavedQueryOptions } from './types.ts'

export interface Client {
  /** Runs a text on a data source and returns its rows. */
  query<R = Row>(text: string, options: QueryOptions): Promise<QueryResult<R>>
  /** Runs a saved query and returns its rows. */
  runQuery<R = Row>(id: number, options?: SavedQueryOptions): Promise<QueryResult<R>>
  /** Runs a text and gives its rows while they arrive, without keeping all of them. Leaving the loop ends the run. */
  stream<R = Row>(text: string, options: QueryOptions): AsyncGenerator<R, void, void>
  /** The same for a saved query. */
  streamQuery<R = Row>(id: number, options?: SavedQueryOptions): AsyncGenerator<R, void, void>
  /** Any other endpoint; `/api/docs` of the server lists them: `request<Query>('/api/queries/5')`. */
  request<T = unknown>(path: string, request?: Request): Promise<T>
}

export function createClient(options: ClientOptions): Client {
  const send = createConnection(options)
  const startText = async (text: string, asked: QueryOptions) => {
    const data_source_id = await sourceId(send, asked)
    return (isStream: boolean) =>
      begin(
        send,
        'api/query_results',
        { query: text, data_source_id, ...bodyOf(asked, isStream) },
        asked.signal,
      )
  }
  const startSaved = (id: number, asked: SavedQueryOptions, isStream: boolean) =>
    begin(send, `api/queries/${id}/results`, bodyOf(asked, isStream), asked.signal)

  return {
    async query<R>(text: string, asked: QueryOptions) {
      const start = await startText(text, asked)
      return await wholeResult<R>(send, await start(false), asked.signal)
    },
    async runQuery<R>(id: number, asked: SavedQueryOptions = {}) {
      return await wholeResult<R>(send, await startSaved(id, asked, false), asked.signal)
    },
    async *stream<R>(text: string, asked: QueryOptions) {
      const start = await startText(text, asked)
      yield* rowsOf(send, await start(true), asked.signal) as AsyncGenerator<R, void, void>
    },
    async *streamQuery<R>(id: number, asked: SavedQueryOptions = {}) {
      const run = await startSaved(id, asked, true)
      yield* rowsOf(send, run, asked.signal) as AsyncGenerator<R, void, void>
    },
    request: send,
  }
}

/** `large: 'head'`: a large stored result is read in parts. */
function bodyOf({ parameters = {}, maxAge = 0 }: SavedQueryOptions, isStream: boolean): object {
  return { parameters, max_age: maxAge, ...(isStream ? { large: 'head' } : {}) }
}

async function sourceId(send: Send, { dataSource, signal }: QueryOptions): Promise<number> {
  if (typeof dataSource === 'number') return dataSource
  const sources = await send<{ id: number; name: string }[]>('api/data_sources', { signal })
  const found = sources.find(({ name }) => name === dataSource)
  if (found !== undefined) return found.id
  throw new SextantError(404, {
    code: 'not_found',
    field: 'dataSource',
    message: `You can use no data source called "${dataSource}".`,
  })
}

async function wholeResult<R>(
  send: Send,
  started: Started,
  signal: AbortSignal | undefined,
): Promise<QueryResult<R>> {
  const result = 'query_result' in started ? started.query_result : await endOf(send, started, signal)
  const { id, data, retrieved_at, runtime } = result
  const { columns, rows, truncated = false } = data
  return { id, columns, rows: rows as R[], truncated, retrieved_at, runtime }
}

async function endOf(
  send: Send,
  { job }: Extract<Started, { job: unknown }>,
  signal: AbortSignal | undefined,
): Promise<StoredResult> {
  const id = await resultOf(send, job, signal)
  const { query_result } = await send<{ query_result: StoredResult }>(`api/query_results/${id}`, { signal })
  return query_result
}
