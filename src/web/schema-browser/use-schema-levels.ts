import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type DatabaseTables,
  listDatabases,
  listDatabaseTables,
  listTableColumns,
  type SchemaColumn,
} from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { type Job, type JobReply, jobStatus } from '#shared/results/job.ts'
import { call } from '#web/api/call.ts'
import { jobEnd } from '#web/api/job-end.ts'
import { type SchemaClient, startSchemaClient } from './schema-client.ts'
import type { SchemaOutline } from './schema-index.ts'
import type { SchemaState } from './use-schema.ts'

/** The databases of a data source whose schema is read in parts. */
export interface DatabaseChoice {
  names: readonly string[]
  chosen: string | null
  choose(name: string): void
}

interface Request {
  number: number
  refresh: boolean
}

/** What is shown of one database: its tables, and the columns of those that were opened. */
interface ShownDatabase {
  client: SchemaClient
  database: string
  /** tables whose columns were asked for; null: all are there */
  asked: Set<number> | null
  read: Set<number>
}

/** Reads the databases of the data source, the tables of the chosen one, and the columns of a table that is opened. */
export function useSchemaLevels(id: number | null): {
  state: SchemaState
  refresh(): void
  databases: DatabaseChoice | null
} {
  const [request, setRequest] = useState<Request>({ number: 0, refresh: false })
  const [chosen, setChosen] = useState<string | null>(null)
  const { names, failure } = useDatabases(id, request)
  const database =
    chosen !== null && names?.includes(chosen) ? chosen : (names?.find(isDefault) ?? names?.[0] ?? null)
  const tables = useTables(id, database, request)
  return {
    state: id === null ? { status: 'none' } : (stateOfDatabases(names, failure) ?? tables),
    refresh: () => setRequest(({ number }) => ({ number: number + 1, refresh: true })),
    databases: names === null ? null : { names, chosen: database, choose: setChosen },
  }
}

const isDefault = (name: string) => name === 'default'

/** null: the tables of a database are what is shown */
function stateOfDatabases(names: readonly string[] | null, failure: string | null): SchemaState | null {
  if (failure !== null) return { status: 'failed', message: failure }
  if (names === null) return { status: 'loading' }
  return names.length === 0 ? { status: 'failed', message: t('There is no database.') } : null
}

function useDatabases(
  id: number | null,
  request: Request,
): { names: readonly string[] | null; failure: string | null } {
  const [known, setKnown] = useState<{
    id: number | null
    names: readonly string[] | null
    failure: string | null
  }>({ id: null, names: null, failure: null })
  const shown = useRef(id)
  useEffect(() => {
    if (id === null) return
    const abort = new AbortController()
    const { signal } = abort
    const isRefresh = request.refresh && shown.current === id
    shown.current = id
    call(listDatabases, { params: { id }, query: refreshing(isRefresh), signal })
      .then((reply) => ('job' in reply ? resultOf<string[]>(reply, signal) : reply))
      .then(
        (names) => setKnown({ id, names, failure: null }),
        (error: unknown) => {
          if (!signal.aborted) setKnown({ id, names: null, failure: messageOf(error) })
        },
      )
    return () => abort.abort()
  }, [id, request])
  return known.id === id ? known : { names: null, failure: null }
}

function useTables(id: number | null, database: string | null, request: Request): SchemaState {
  const [state, setState] = useState<SchemaState>({ status: 'loading' })
  const shown = useRef<ShownDatabase | null>(null)
  const show = useCallback((next: ShownDatabase | null) => {
    if (shown.current?.client !== next?.client) shown.current?.client.end()
    shown.current = next
  }, [])
  useEffect(() => () => show(null), [show])
  useEffect(() => {
    if (id === null || database === null) return
    const abort = new AbortController()
    const { signal } = abort
    const stays = shown.current?.database === database
    setState((current) =>
      stays && current.status === 'ready' ? { ...current, isRefreshing: true } : { status: 'loading' },
    )
    const client = startSchemaClient()
    const load = async () => {
      const reply = await call(listDatabaseTables, {
        params: { id, database },
        query: refreshing(stays && request.refresh),
        signal,
      })
      const found = 'job' in reply ? await resultOf<DatabaseTables>(reply, signal) : reply
      const outline = await client.ask<'show'>({ kind: 'show', tables: found.schema })
      if (signal.aborted) return client.end()
      const own: ShownDatabase = {
        client,
        database,
        asked: found.has_columns ? null : new Set(),
        read: new Set(),
      }
      show(own)
      const draw = (next: SchemaOutline) => {
        if (shown.current !== own) return
        setState({
          status: 'ready',
          isRefreshing: false,
          schema: { client, outline: withUnread(next, own), readColumns },
        })
      }
      const readColumns = (table: number) => {
        if (own.asked === null || own.asked.has(table)) return
        own.asked.add(table)
        void columnsOf(id, own, outline.names[table] ?? '')
          // it can be opened again
          .catch(() => void own.asked?.delete(table))
          .then(async (columns) => {
            if (columns === undefined || shown.current !== own) return
            own.read.add(table)
            draw(await client.ask<'fill'>({ kind: 'fill', table, columns }))
          })
      }
      draw(outline)
    }
    load().catch((error: unknown) => {
      client.end()
      if (!signal.aborted) setState({ status: 'failed', message: messageOf(error) })
    })
    return () => abort.abort()
  }, [id, database, request, show])
  return state
}

/** A table whose columns are not there yet has one line, which says so. */
function withUnread(outline: SchemaOutline, { asked, read }: ShownDatabase): SchemaOutline {
  if (asked === null) return outline
  return {
    ...outline,
    columnCounts: outline.columnCounts.map((count, table) => (read.has(table) ? count : 1)),
  }
}

async function columnsOf(id: number, { database }: ShownDatabase, name: string): Promise<SchemaColumn[]> {
  const { signal } = new AbortController()
  const table = name.slice(database.length + 1)
  const reply = await call(listTableColumns, { params: { id, database, table }, signal })
  return await resultOf<SchemaColumn[]>(reply, signal)
}

const refreshing = (refresh: boolean): { refresh?: string } => (refresh ? { refresh: 'true' } : {})

async function resultOf<T>({ job }: JobReply, signal: AbortSignal): Promise<T> {
  const ended = await jobEnd(job, signal)
  if (ended.status === jobStatus.failed) throw new Error(errorOf(ended))
  return ended.result as T
}

function errorOf({ error }: Job): string {
  if (error === null || typeof error !== 'object') return String(error ?? '')
  const { message, details } = error as { message?: unknown; details?: unknown }
  return String(details ?? message ?? '')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
