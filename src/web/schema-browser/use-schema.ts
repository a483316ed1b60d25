import { useEffect, useRef, useState } from 'react'
import { getSchema } from '#shared/data-sources/data-sources-api.ts'
import { type Job, jobStatus } from '#shared/results/job.ts'
import { buildAddress, call } from '#web/api/call.ts'
import { jobEnd } from '#web/api/job-end.ts'
import { type SchemaClient, startSchemaClient } from './schema-client.ts'
import type { SchemaOutline } from './schema-index.ts'

/** The schema of one data source on the page; `client` answers for columns, search and completion. */
export interface LoadedSchema {
  client: SchemaClient
  outline: SchemaOutline
  /** reads the columns of a table, where they are not all there */
  readColumns?(table: number): void
}

export type SchemaState =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'ready'; schema: LoadedSchema; isRefreshing: boolean }
  /** the data source cannot list its tables */
  | { status: 'unsupported' }
  | { status: 'failed'; message: string }

interface Kept {
  schema: LoadedSchema
  at: number
}

/** Cached per data source; dropped after a while, or if more than these are open. */
const keptSchemas = new Map<number, Kept>()
const keptCount = 3
const keptFor = 10 * 60_000

/** Loads the schema of a data source; `refresh` runs a job on the server and waits for it. */
export function useSchema(dataSourceId: number | null): { state: SchemaState; refresh(): void } {
  const [state, setState] = useState<SchemaState>(() => initialState(dataSourceId))
  const [request, setRequest] = useState({ number: 0, refresh: false })
  const shown = useRef(dataSourceId)

  useEffect(() => {
    if (dataSourceId === null) {
      setState({ status: 'none' })
      return
    }
    const abort = new AbortController()
    const isRefresh = request.refresh && shown.current === dataSourceId
    shown.current = dataSourceId
    const kept = isRefresh ? null : readKept(dataSourceId)
    if (kept) {
      setState({ status: 'ready', schema: kept, isRefreshing: false })
      return
    }
    setState((current) =>
      isRefresh && current.status === 'ready' ? { ...current, isRefreshing: true } : { status: 'loading' },
    )
    loadSchema(dataSourceId, isRefresh, abort.signal).then(
      (next) => {
        if (!abort.signal.aborted) setState(next)
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ status: 'failed', message: String(error) })
      },
    )
    return () => abort.abort()
  }, [dataSourceId, request])

  return { state, refresh: () => setRequest(({ number }) => ({ number: number + 1, refresh: true })) }
}

function initialState(dataSourceId: number | null): SchemaState {
  if (dataSourceId === null) return { status: 'none' }
  const kept = readKept(dataSourceId)
  return kept ? { status: 'ready', schema: kept, isRefreshing: false } : { status: 'loading' }
}

function readKept(id: number): LoadedSchema | null {
  const kept = keptSchemas.get(id)
  return kept && Date.now() - kept.at < keptFor ? kept.schema : null
}

function keep(id: number, schema: LoadedSchema): void {
  const before = keptSchemas.get(id)
  if (before && before.schema.client !== schema.client) before.schema.client.end()
  keptSchemas.delete(id)
  keptSchemas.set(id, { schema, at: Date.now() })
  for (const [oldest, { schema: old }] of keptSchemas) {
    if (keptSchemas.size <= keptCount) break
    old.client.end()
    keptSchemas.delete(oldest)
  }
}

async function loadSchema(id: number, refresh: boolean, signal: AbortSignal): Promise<SchemaState> {
  const client = startSchemaClient()
  const state = await loadWith(client, id, refresh, signal)
  if (state.status !== 'ready' || signal.aborted) client.end()
  else keep(id, state.schema)
  return state
}

/** The first answer may be a job; when it has ended, the stored schema is fetched. */
async function loadWith(
  client: SchemaClient,
  id: number,
  refresh: boolean,
  signal: AbortSignal,
): Promise<SchemaState> {
  const url = buildAddress(getSchema.path, { id }, refresh ? { refresh: 'true' } : {})
  const first = await client.ask<'load'>({ kind: 'load', url })
  if (first.status === 'ready') return ready(client, first.outline)
  if (first.status === 'refused') return await refused(id, first.message, signal)
  const job = await jobEnd(first.job, signal)
  if (job.status === jobStatus.failed) return failedJob(job)
  const second = await client.ask<'load'>({ kind: 'load', url: buildAddress(getSchema.path, { id }) })
  if (second.status === 'ready') return ready(client, second.outline)
  return { status: 'failed', message: second.status === 'refused' ? (second.message ?? '') : '' }
}

function ready(client: SchemaClient, outline: SchemaOutline): SchemaState {
  return { status: 'ready', schema: { client, outline }, isRefreshing: false }
}

/** The worker cannot restore a session: the page's own call does, and creates the error message. */
async function refused(id: number, message: string | null, signal: AbortSignal): Promise<SchemaState> {
  try {
    await call(getSchema, { params: { id }, query: {}, signal })
    return { status: 'failed', message: message ?? '' }
  } catch (error) {
    return { status: 'failed', message: error instanceof Error ? error.message : '' }
  }
}

/** Code 1: the type has no schema (docs/reference/screens.md#schema-browser). Others are errors with details. */
function failedJob(job: Job): SchemaState {
  const error = job.error
  if (error && typeof error === 'object') {
    const { code, message, details } = error as { code?: unknown; message?: unknown; details?: unknown }
    if (code === 1) return { status: 'unsupported' }
    return { status: 'failed', message: String(details ?? message ?? '') }
  }
  return { status: 'failed', message: String(error ?? '') }
}
