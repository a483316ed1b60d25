import type { Sink, SinkColumn } from '../connector.ts'
import { QueryFailed, stopReason } from '../connector-errors.ts'
import { encodeInteger } from '../encode-cell.ts'
import { EnoughRows, ofSink, pulledFeed, SinkFailure } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { fetchedAs, lengthOf, oracleColumns, requireReadable, rowsAtOnce } from './oracle-columns.ts'
import { type DriverResult, type DriverRows, oracleDriver } from './oracle-driver.ts'
import { queryFailure } from './oracle-failures.ts'
import type { OracleLink } from './oracle-link.ts'
import { type OracleStatement, oracleStatements } from './oracle-statements.ts'

/** Runs the statements one by one. The last one gives the result: its rows, or how many rows it changed. */
export async function runOracle(
  link: OracleLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) throw stopReason(signal)
  requireSendable(text, [], { takesNul: false })
  const statements = await oracleStatements(text)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  for (const [index, statement] of statements.entries()) {
    const target = index === statements.length - 1 ? sink : null
    await runStatement(link, text, statement, target, signal)
  }
}

async function runStatement(
  link: OracleLink,
  text: string,
  statement: OracleStatement,
  sink: Sink | null,
  signal: AbortSignal,
): Promise<void> {
  let rows: DriverRows | undefined
  try {
    const result = await link.call(() => execute(link, statement), signal)
    rows = result.resultSet
    if (sink === null) return
    if (result.warning !== undefined) sink.log(result.warning.message)
    if (rows === undefined) await tellCount(result, sink)
    else await readRows(link, rows, sink, signal)
  } catch (error) {
    if (signal.aborted) throw stopReason(signal)
    if (error instanceof EnoughRows) return
    if (error instanceof SinkFailure) throw error.cause
    throw queryFailure(error, text, statement)
  } finally {
    // only forgets the cursor here; the server is told with the next call
    await rows?.close().catch(() => {})
  }
}

function execute({ connection }: OracleLink, { text, isQuery }: OracleStatement): Promise<DriverResult> {
  return connection.execute(text, [], {
    resultSet: true,
    autoCommit: !isQuery,
    // the columns come first: they say how many rows may be fetched at once
    ...{ prefetchRows: 0, fetchArraySize: 1, keepInStmtCache: false },
    fetchTypeHandler: fetchedAs(oracleDriver()),
  })
}

const countColumn: SinkColumn = { name: 'Row(s) Affected', type: 'integer', encode: encodeInteger }

async function tellCount({ rowsAffected, implicitResults = [] }: DriverResult, sink: Sink): Promise<void> {
  for (const rows of implicitResults) await rows.close().catch(() => {})
  if (implicitResults.length > 0)
    sink.log(`The block returned ${implicitResults.length} results of DBMS_SQL, which are not shown.`)
  try {
    sink.columns([countColumn])
    await sink.rows([[String(rowsAffected ?? 0)]])
  } catch (error) {
    ofSink(error)
  }
}

async function readRows(link: OracleLink, rows: DriverRows, sink: Sink, signal: AbortSignal): Promise<void> {
  const columns = rows.metaData
  requireColumns(columns.map(({ dbColumnName }) => dbColumnName))
  requireReadable(columns)
  const count = rowsAtOnce(columns)
  const feed = pulledFeed(sink)
  for (let isFirst = true; ; isFirst = false) {
    const batch = await link.call(() => rows.getRows(count), signal)
    if (isFirst) tellColumns(sink, oracleColumns(columns, batch))
    for (const row of batch) feed.push(row, lengthOf(row))
    if (batch.length < count) break
    await feed.room().catch(ofSink)
    if (signal.aborted) throw stopReason(signal)
  }
  await feed.finish().catch(ofSink)
}

function tellColumns(sink: Sink, columns: readonly SinkColumn[]): void {
  try {
    sink.columns(columns)
  } catch (error) {
    ofSink(error)
  }
}
