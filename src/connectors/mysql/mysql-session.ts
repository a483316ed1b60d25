import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { connectMysql, drop } from './mysql-connection.ts'
import { close, execute, killMilliseconds } from './mysql-ending.ts'
import { type MysqlOptions, readMysqlOptions } from './mysql-options.ts'
import { change, runMysql, sessionMode } from './mysql-run.ts'
import { type ColumnRow, type CommentRow, columnsText, commentsText, tablesOf } from './mysql-schema.ts'

export async function openMysql(
  stored: ConnectorOptions,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Session> {
  const options = understood(stored)
  const connection = await connectMysql(options, signal)
  const collect: Collect = async (text, stopSignal, limit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runMysql(options, connection, text, sink, stopSignal)
    return rows
  }
  try {
    const started = await serverStart(collect, signal)
    if (Number.isFinite(started))
      host.reportBackend({ thread_id: connection.threadId, server_start: started })
    await sessionMode(options, connection, signal)
    if (!options.autocommit) await change(options, connection, 'set autocommit = 0', signal)
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
      const columns = await collect(columnsText, tablesSignal, listOfTables)
      const comments = await collect(commentsText, tablesSignal, listOfTables)
      return tablesOf(columns as ColumnRow[], comments as CommentRow[], options.database)
    },
    close: () => close(connection),
  }
}

type Collect = (text: string, signal: AbortSignal, limit?: AnswerLimit) => Promise<(readonly unknown[])[]>

/** Thread ids restart with the server, so a reference includes the server's start time. */
async function serverStart(collect: Collect, signal: AbortSignal): Promise<number> {
  const [now] = await collect('select unix_timestamp()', signal)
  const [uptime] = await collect("show global status like 'Uptime'", signal)
  return Math.floor(Number(now?.[0]) - Number(uptime?.[1]))
}

/** Ends the session left behind by a killed worker, unless the server has restarted since. */
export async function killMysqlOrphan(stored: ConnectorOptions, backend: BackendReference): Promise<void> {
  const { thread_id, server_start } = backend
  if (typeof thread_id !== 'number' || typeof server_start !== 'number') return
  const options = understood(stored)
  const signal = AbortSignal.timeout(10_000)
  const connection = await connectMysql(options, signal)
  try {
    const collect: Collect = async (text) => {
      const { sink, rows } = gatherAnswer(shortAnswer)
      await runMysql(options, connection, text, sink, signal)
      return rows
    }
    const toleratedSeconds = 2
    if (Math.abs((await serverStart(collect, signal)) - server_start) > toleratedSeconds) return
    await execute(connection, `kill ${thread_id}`, killMilliseconds)
  } catch (error) {
    if (!(error instanceof Error && 'errno' in error && error.errno === noSuchThread)) throw error
  } finally {
    await close(connection)
  }
}

/** ER_NO_SUCH_THREAD: the session has already ended */
const noSuchThread = 1094

function understood(stored: ConnectorOptions): MysqlOptions {
  const options = readMysqlOptions(stored)
  if (typeof options === 'string') throw new ConnectionFailed(options)
  return options
}
