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
import type { SchemaClient } from './schema-client.ts'
import type { SchemaOutline } from './schema-index.ts'
import type { SchemaState } from './use-schema.ts'

/** What is shown of one database: its tables, and the columns of those that were opened. */
export interface ShownDatabase {
  client: SchemaClient
  database: string
  /** tables whose columns were asked for; null: all are there */
  asked: Set<number> | null
  read: Set<number>
}

/** The names of the databases, of which there is one at least. Rejects with the message to show. */
export async function readDatabases(id: number, isRefresh: boolean, signal: AbortSignal): Promise<string[]> {
  const reply = await call(listDatabases, { params: { id }, query: refreshing(isRefresh), signal })
  const names = 'job' in reply ? await resultOf<string[]>(reply, signal) : reply
  if (names.length === 0) throw new Error(t('There is no database.'))
  return names
}

interface WantedTables {
  id: number
  database: string
  isRefresh: boolean
  signal: AbortSignal
}

interface Screen {
  show(database: ShownDatabase): void
  /** nothing else is shown by now */
  isShown(database: ShownDatabase): boolean
  draw(state: SchemaState): void
}

/** Draws the tables of a database, and the columns of each table that is opened. Rejects with the message to show. */
export async function showTables(
  { id, database, isRefresh, signal }: WantedTables,
  client: SchemaClient,
  { show, isShown, draw }: Screen,
): Promise<void> {
  const reply = await call(listDatabaseTables, {
    params: { id, database },
    query: refreshing(isRefresh),
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
  const drawOutline = (next: SchemaOutline) => {
    if (!isShown(own)) return
    const schema = { client, outline: withUnread(next, own), readColumns }
    draw({ status: 'ready', isRefreshing: false, schema })
  }
  const readColumns = (table: number) => {
    if (own.asked === null || own.asked.has(table)) return
    own.asked.add(table)
    void columnsOf(id, own, outline.names[table] ?? '')
      // it can be opened again
      .catch(() => void own.asked?.delete(table))
      .then(async (columns) => {
        if (columns === undefined || !isShown(own)) return
        own.read.add(table)
        drawOutline(await client.ask<'fill'>({ kind: 'fill', table, columns }))
      })
  }
  drawOutline(outline)
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
