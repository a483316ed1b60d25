import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { requireSendable } from '../sendable-text.ts'
import { writtenType } from './snowflake-columns.ts'
import { snowflakeDialect } from './snowflake-dialect.ts'
import type { SnowflakeOptions } from './snowflake-options.ts'
import { cancelSnowflake, continueSnowflake, runSnowflake, type SnowflakeJob } from './snowflake-run.ts'
import { type SnowflakeLink, SnowflakeRefusal } from './snowflake-service.ts'

/** Nothing is connected until the first request: the API has no sessions. */
export async function openSnowflake(read: SnowflakeOptions | Phrase, host: ConnectorHost): Promise<Session> {
  const link: SnowflakeLink = { options: understood(read), host }
  const ask = async (text: string, signal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    const names: string[] = []
    const naming: Sink = {
      ...sink,
      columns: (columns) => names.push(...columns.map(({ name }) => name.toLowerCase())),
    }
    await runSnowflake(link, text, await readStatements(text, snowflakeDialect), naming, signal)
    return rows.map((row) => {
      return Object.fromEntries(
        names.map((name, at) => [name, readString((row[at] as string | null) ?? '') ?? '']),
      )
    })
  }
  return {
    async run(text, sink, signal) {
      requireSendable(text, [], { takesNul: true })
      const statements = await readStatements(text, snowflakeDialect)
      if (statements.length === 0) throw new QueryFailed('Query is empty')
      const report = (job: SnowflakeJob) => host.reportBackend(referenceOf(job))
      await runSnowflake(link, text, statements, sink, signal, { maxSeconds: host.maxSeconds, report })
    },
    async ping(signal) {
      await ask('SELECT 1', signal)
    },
    tables: (signal) => tablesOf(link.options, (text) => ask(text, signal, listOfTables)),
    async close() {},
  }
}

/** Reads on in what an earlier worker has begun. False: the service does not have it. */
export async function resumeSnowflake(
  read: SnowflakeOptions | Phrase,
  host: ConnectorHost,
  backend: BackendReference,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  const job = jobIn(backend)
  return job !== null && (await continueSnowflake({ options: understood(read), host }, job, sink, signal))
}

export async function killSnowflakeOrphan(
  read: SnowflakeOptions | Phrase,
  host: ConnectorHost,
  backend: BackendReference,
): Promise<void> {
  const job = jobIn(backend)
  if (job === null) return
  const link = { options: understood(read), host }
  await cancelSnowflake(link, job, AbortSignal.timeout(10_000)).catch((error: unknown) => {
    // it has ended, or is forgotten
    if (!(error instanceof SnowflakeRefusal)) throw error
  })
}

function referenceOf({ handle, wanted, count }: SnowflakeJob): BackendReference {
  return { job: `${wanted}/${count}/${handle}` }
}

function jobIn({ job }: BackendReference): SnowflakeJob | null {
  const [, wanted, count, handle] = /^(\d+)\/(\d+)\/([\w-]+)$/.exec(String(job)) ?? []
  return handle === undefined ? null : { handle, wanted: Number(wanted), count: Number(count) }
}

function understood(options: SnowflakeOptions | Phrase): SnowflakeOptions {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

type Ask = (text: string) => Promise<Record<string, string>[]>

/** `SHOW` lists no more. */
const maxShown = 10_000

/**
 * Tables of the database or schema. `SHOW` needs no warehouse, but ends after 10,000 columns; then the views of the
 * catalog are asked, which need one.
 */
async function tablesOf({ database, schema }: SnowflakeOptions, ask: Ask): Promise<SchemaTable[]> {
  const within =
    schema === '' ? `DATABASE ${quoted(database)}` : `SCHEMA ${quoted(database)}.${quoted(schema)}`
  const shown = await ask(`SHOW COLUMNS IN ${within}`)
  const columns = shown.length < maxShown ? shown.filter(isColumn) : await ask(columnsText(database, schema))
  const objects = await ask(`SHOW OBJECTS IN ${within}`)
  const described = new Map(
    objects.map((row) => [`${row['schema_name']}.${row['name']}`, row['comment'] ?? '']),
  )
  const tables = new Map<string, SchemaTable>()
  for (const row of columns) {
    const name = `${row['schema_name']}.${row['table_name']}`
    const description = described.get(name) ?? ''
    const own = tables.get(name) ?? { name, columns: [], ...(description === '' ? {} : { description }) }
    tables.set(name, own)
    const { column_name: column = '', data_type: type = '', comment = '' } = row
    const written = type.startsWith('{') ? writtenType(type) : type
    own.columns.push({ name: column, type: written, ...(comment === '' ? {} : { description: comment }) })
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function isColumn({ kind, schema_name: schema }: Record<string, string>): boolean {
  return kind === 'COLUMN' && schema !== 'INFORMATION_SCHEMA'
}

function columnsText(database: string, schema: string): string {
  const only = schema === '' ? "<> 'INFORMATION_SCHEMA'" : `= ${literal(schema)}`
  return `SELECT table_schema AS schema_name, table_name, column_name, data_type, comment FROM ${quoted(database)}.INFORMATION_SCHEMA.COLUMNS WHERE table_schema ${only}`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
