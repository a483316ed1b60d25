import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api'
import { type BoundValue, type SentStatement, sentStatement, valuesWithin } from '#shared/sql/bound-value.ts'
import { type Statement, splitStatements } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { EngineError, type EngineRun } from '../engine-child.ts'
import type { EngineCell } from '../engine-protocol.ts'
import { rowBatch } from '../row-batch.ts'
import { cellConverter, cellEncoder, columnType } from './duckdb-cells.ts'
import { duckdbBinding, duckdbDialect } from './duckdb-dialect.ts'
import { findErrorPosition, oneLineUp, withoutAnnotation } from './error-position.ts'

/** Runs all statements; streams the rows of the last one. */
export async function runTexts(
  connection: DuckDBConnection,
  text: string,
  values: readonly BoundValue[],
): Promise<EngineRun> {
  const statements = splitStatements(text, duckdbDialect)
  const last = statements.at(-1)
  if (last === undefined) throw new EngineError('Query is empty', null)
  for (const statement of statements.slice(0, -1)) {
    const prepared = await prepare(connection, statement, values)
    await placed(text, prepared, () => prepared.bound?.run() ?? connection.run(statement.text))
  }
  const prepared = await prepare(connection, last, values)
  const result = await placed(text, prepared, () => prepared.bound?.stream() ?? connection.stream(last.text))
  const { ResultReturnType } = await import('@duckdb/node-api')
  if (result.returnType !== ResultReturnType.QUERY_RESULT) return { columns: null, batches: [] }
  const types = result.columnTypes().map((type) => type.toString())
  const columns = result.columnNames().map((name, index) => ({ name, type: columnType(types[index] ?? '') }))
  const batches = readBatches(result, types.map(cellEncoder), () =>
    throwLateError(connection, text, prepared),
  )
  return { columns, batches }
}

interface Prepared {
  statement: Statement
  /** null: it has no values, or DuckDB cannot prepare it with them */
  bound: DuckDBPreparedStatement | null
  sent: SentStatement | null
}

async function prepare(
  connection: DuckDBConnection,
  statement: Statement,
  values: readonly BoundValue[],
): Promise<Prepared> {
  const sent = sentStatement(statement.text, valuesWithin(values, statement), duckdbBinding)
  if (sent === null) return { statement, bound: null, sent }
  try {
    const bound = await connection.prepare(sent.text)
    bindValues(bound, sent)
    return { statement, bound, sent }
  } catch {
    // nothing has run yet, so the text with literals can report the error
    return { statement, bound: null, sent: null }
  }
}

function bindValues(bound: DuckDBPreparedStatement, sent: SentStatement | null): void {
  sent?.values.forEach(({ value }, index) => {
    bound.bindVarchar(index + 1, value)
  })
}

async function placed<T>(text: string, { statement, sent }: Prepared, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const message = (error as Error).message
    const told = withoutAnnotation(message)
    if (sent === null) throw new EngineError(told, findErrorPosition(text, statement, message))
    const position = findErrorPosition(sent.text, { text: sent.text, start: 0 }, message)
    const offset = position === null ? null : sent.originalOffset(offsetAt(sent.text, position))
    throw new EngineError(told, offset === null ? null : positionAt(text, statement.start + offset))
  }
}

async function* readBatches(
  result: DuckDBResult,
  encoders: readonly ((cell: unknown) => string)[],
  throwError: () => Promise<never>,
): AsyncIterable<EngineCell[][]> {
  const duckdb = await import('@duckdb/node-api')
  const { ResultReturnType } = duckdb
  const batch = rowBatch()
  for await (const rows of result.yieldConvertedRows(cellConverter(duckdb))) {
    for (const row of rows) {
      const full = batch.add(
        row.map((cell, index) => (cell === null ? null : (encoders[index]?.(cell) ?? null))),
      )
      if (full !== null) yield full
    }
  }
  // a failed result ends like a complete one; only its type shows the failure
  if (result.returnType !== ResultReturnType.QUERY_RESULT) await throwError()
  const rest = batch.rest()
  if (rest.length > 0) yield rest
}

const unnamedError =
  'DuckDB broke the result off because of an error that it does not name, so its rows are not all there.'

/**
 * The library hides the error message of a streamed result. So the statement runs again inside one that evaluates every
 * cell and keeps none, because that one reports messages. If that does not fail, the run fails all the same.
 */
async function throwLateError(connection: DuckDBConnection, text: string, failed: Prepared): Promise<never> {
  const own = failed.sent?.text ?? failed.statement.text
  const around = `select min(hash("rows of the query")) from (\n${own}\n) as "rows of the query"`
  const again = await connection.prepare(around).catch(() => null)
  if (again !== null) {
    bindValues(again, failed.sent)
    await placed(text, failed, () => again.run().catch(throwOneLineUp))
  }
  throw new EngineError(unnamedError, null)
}

function throwOneLineUp(error: Error): never {
  throw new Error(oneLineUp(error.message))
}
