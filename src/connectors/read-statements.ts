import { setImmediate as turn } from 'node:timers/promises'
import type { SqlDialect } from '#shared/sql/scan-sql.ts'
import { type ReadStatement, splitInSlices } from '#shared/sql/split-statements.ts'

/** The statements of a text, with turns of the event loop in between: a worker has other runs and its heartbeat. */
export async function readStatements(text: string, dialect: SqlDialect): Promise<ReadStatement[]> {
  return await splitInSlices(text, dialect, () => turn())
}
