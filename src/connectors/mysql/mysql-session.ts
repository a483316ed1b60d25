import type { Connection } from 'mysql2'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, Session } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { connectMysql, drop } from './mysql-connection.ts'
import { close, execute, killMilliseconds } from './mysql-ending.ts'
import { isServerError } from './mysql-failures.ts'
import { sqlModeOf } from './mysql-literals.ts'
import type { MysqlOptions } from './mysql-options.ts'
import { change, runMysql, sessionMode } from './mysql-run.ts'

export async function openMysql(
  given: MysqlOptions | Phrase,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Session> {
  const options = understood(given)
  const connection = await connectMysql(options, signal)
  const collect: Collect = async (text, stopSignal, limit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runMysql({ ...options, readOnly: false }, connection, text, sink, stopSignal)
    return rows
  }
  /** the driver asks for one more mode than the server's, and only when it connects */
  let ownMode = ''
  try {
    await prepareSession(options, connection, host.maxSeconds, signal)
    const started = await serverStart(collect, signal)
    if (Number.isFinite(started))
      host.reportBackend({ thread_id: connection.threadId, server_start: started })
    ownMode = sqlModeOf((await sessionMode(options, connection, signal)).row)
  } catch (error) {
    drop(connection)
    throw error
  }
  return {
    run: (text, sink, runSignal, values) => runMysql(options, connection, text, sink, runSignal, values),
    async ping(pingSignal) {
      await collect('SELECT 1', pingSignal)
    },
    async tables(tablesSignal) {
      const hidden = systemSchemas(options)
      const columns = await collect(columnsText(hidden), tablesSignal, listOfTables)
      const comments = await collect(commentsText(hidden), tablesSignal, listOfTables)
      const count = new Set((columns as ColumnRow[]).map(([schema, table]) => `${schema}.${table}`)).size
      const lacksKeys = options.isSingleStore || count > maxTablesWithKeys
      const keys = lacksKeys ? [] : await collect(keysText(hidden), tablesSignal, listOfTables)
      return tablesOf(columns as ColumnRow[], comments as CommentRow[], keys as KeyRow[], options.database)
    },
    async reset(resetSignal) {
      await changeUser(options, connection, resetSignal)
      await change(options, connection, `set sql_mode = '${ownMode}'`, resetSignal)
      await prepareSession(options, connection, host.maxSeconds, resetSignal)
      await sessionMode(options, connection, resetSignal)
    },
    close: () => close(connection),
  }
}

/** Logs in again on the same connection: unlike COM_RESET_CONNECTION, this also resets roles and the database. */
function changeUser({ user, password, database }: MysqlOptions, connection: Connection, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      drop(connection)
      reject(new ConnectionFailed('The session could not be reset.', error))
    }
    const onAbort = () => fail(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    connection.changeUser({ user, password, database }, (error) => {
      signal.removeEventListener('abort', onAbort)
      if (error === null || error === undefined) resolve()
      else fail(error)
    })
  })
}

/** The largest value: with it, the server cuts no result. `DEFAULT` would be the value of the whole server. */
const unlimited = 'sql_select_limit = 18446744073709551615'

/**
 * Settings of the server or the account must not make results shorter. First of all, because our own questions are
 * results too. Servers that only resemble MySQL may not have the setting.
 */
async function prepareSession(
  options: MysqlOptions,
  connection: Connection,
  maxSeconds: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const autocommit = options.autocommit ? [] : ['autocommit = 0']
  const set = (settings: string[]) => change(options, connection, `set ${settings.join(', ')}`, signal)
  try {
    await set([unlimited, ...autocommit])
  } catch (error) {
    if (!(error instanceof QueryFailed && isServerError(error.cause))) throw error
    if (autocommit.length > 0) await set(autocommit)
  }
  if (maxSeconds === undefined) return
  try {
    await set([timeLimit(connection, maxSeconds)])
  } catch (error) {
    if (!(error instanceof QueryFailed && isServerError(error.cause))) throw error
  }
}

/** Our own limit ends the run first; this one counts when the worker cannot. */
const graceSeconds = 15
/** of MySQL, in milliseconds */
const maxTimeout = 4_294_967_295

/** MySQL limits only queries, MariaDB all statements. */
function timeLimit(connection: Connection, maxSeconds: number): string {
  const seconds = Math.ceil(maxSeconds + graceSeconds)
  const { serverVersion = '' } =
    (connection as unknown as { _handshakePacket?: { serverVersion?: string } })._handshakePacket ?? {}
  return /mariadb/i.test(serverVersion)
    ? `max_statement_time = ${Math.min(seconds, 31_536_000)}`
    : `max_execution_time = ${Math.min(seconds * 1000, maxTimeout)}`
}

type Collect = (text: string, signal: AbortSignal, limit?: AnswerLimit) => Promise<(readonly unknown[])[]>

/** Thread ids restart with the server, so a reference includes the server's start time. */
async function serverStart(collect: Collect, signal: AbortSignal): Promise<number> {
  const [now] = await collect('select unix_timestamp()', signal)
  const [uptime] = await collect("show global status like 'Uptime'", signal)
  return Math.floor(Number(now?.[0]) - Number(uptime?.[1]))
}

/** Ends the session left behind by a killed worker, unless the server has restarted since. */
export async function killMysqlOrphan(
  given: MysqlOptions | Phrase,
  backend: BackendReference,
): Promise<void> {
  const { thread_id, server_start } = backend
  if (typeof thread_id !== 'number' || typeof server_start !== 'number') return
  const options = understood(given)
  const signal = AbortSignal.timeout(10_000)
  const connection = await connectMysql(options, signal)
  try {
    const collect: Collect = async (text) => {
      const { sink, rows } = gatherAnswer(shortAnswer)
      await runMysql(options, connection, text, sink, signal)
      return rows
    }
    await prepareSession(options, connection, undefined, signal)
    const toleratedSeconds = 2
    const difference = Math.abs((await serverStart(collect, signal)) - server_start)
    // not a number: the server did not tell
    if (!(difference <= toleratedSeconds)) return
    await execute(connection, `kill ${thread_id}`, killMilliseconds)
  } catch (error) {
    if (!(error instanceof Error && 'errno' in error && error.errno === noSuchThread)) throw error
  } finally {
    await close(connection)
  }
}

/** ER_NO_SUCH_THREAD: the session has already ended */
const noSuchThread = 1094

function understood(options: MysqlOptions | Phrase): MysqlOptions {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

/** SingleStore has no foreign keys, and schemas of its own. */
function systemSchemas({ isSingleStore }: MysqlOptions): string {
  const own = isSingleStore ? ", 'memsql', 'cluster'" : ''
  return `('information_schema', 'performance_schema', 'mysql', 'sys'${own})`
}

/** Two plain scans: joining the two views is slow on servers that read table files for them. */
const columnsText = (
  hidden: string,
) => `select table_schema, table_name, column_name, data_type, column_comment, ordinal_position, column_key
from information_schema.columns where table_schema not in ${hidden}`
const commentsText = (hidden: string) => `select table_schema, table_name, table_comment
from information_schema.tables where table_schema not in ${hidden} and table_type <> 'VIEW' and table_comment <> ''`

/** Servers that read table files for it need long with many tables. */
const maxTablesWithKeys = 2000
const keysText = (
  hidden: string,
) => `select table_schema, table_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name
from information_schema.key_column_usage
where referenced_table_name is not null and table_schema not in ${hidden}`

type ColumnRow = readonly [
  schema: string,
  table: string,
  column: string,
  type: string,
  comment: string | null,
  place: unknown,
  key: string | null,
]
type KeyRow = readonly [
  ...[schema: string, table: string, column: string],
  ...[toSchema: string, toTable: string, toColumn: string],
]
type CommentRow = readonly [schema: string, table: string, comment: string]

/**
 * Tables of `database` without prefix, others as `db.table`; tables sorted by name
 * (docs/reference/connectors.md#mysql-schema).
 */
function tablesOf(
  columns: readonly ColumnRow[],
  comments: readonly CommentRow[],
  keys: readonly KeyRow[],
  database: string,
): SchemaTable[] {
  const nameOf = (schema: string, table: string) => (schema === database ? table : `${schema}.${table}`)
  const described = new Map(comments.map(([schema, table, comment]) => [nameOf(schema, table), comment]))
  const tables = new Map<string, SchemaTable>()
  const inOrder = columns.toSorted((one, other) => Number(one[5]) - Number(other[5]))
  for (const [schema, tableName, name, type, comment, , key] of inOrder) {
    const fullName = nameOf(schema, tableName)
    let table = tables.get(fullName)
    if (table === undefined) {
      const description = described.get(fullName)
      table = { name: fullName, columns: [], ...(description ? { description } : {}) }
      tables.set(fullName, table)
    }
    table.columns.push({
      ...{ name, type },
      ...(comment ? { description: comment } : {}),
      ...(key === 'PRI' ? { is_key: true } : {}),
    })
  }
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  for (const [schema, tableName, name, toSchema, toTable, toColumn] of keys) {
    const column = tables.get(nameOf(schema, tableName))?.columns.find((one) => one.name === name)
    const target = nameOf(toSchema, toTable)
    if (column && tables.has(target)) column.references = { table: target, column: toColumn }
  }
  return [...tables.values()].sort(byName)
}
