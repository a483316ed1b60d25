import type { BindRules, BoundValue } from '#shared/sql/bound-value.ts'
import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { QueryFailed } from '../connector-errors.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { Submission } from './postgres-reader.ts'
import { NotBound, singleSubmission } from './postgres-submission.ts'
import type { ResultStatement } from './result-statement.ts'

export const noData = 'Query completed but it returned no data.'

interface ReadOnlyText {
  text: string
  values: readonly BoundValue[]
  statements: readonly ReadStatement[]
  result: ResultStatement
  binds: BindRules
}

interface ReadOnlyActs {
  /** runs a statement of ours */
  ask(statement: string): Promise<unknown>
  submit(submission: Submission, statement: ResultStatement, needsResult: boolean): Promise<void>
}

/**
 * Runs the text in a read-only transaction that it cannot leave. Settings such as `default_transaction_read_only` could be
 * undone by the text. So each statement goes out alone, in a message in which the server refuses a second one, and no
 * other follows once one of them has ended the transaction. Within it, the server refuses to become writable as soon as
 * a snapshot was taken.
 */
export async function runReadOnly(
  { wire }: PostgresConnection,
  { text, values, statements, result, binds }: ReadOnlyText,
  { ask, submit }: ReadOnlyActs,
): Promise<void> {
  await ask('begin read only')
  await ask('select 1')
  let hasEnded = false
  const watch = ({ text: tag }: { text: string }) => {
    if (/^(COMMIT|ROLLBACK|PREPARE TRANSACTION)$/.test(tag)) hasEnded = true
  }
  const send = async (submission: Submission, isWanted: boolean) => {
    wire.on('commandComplete', watch)
    try {
      await submit(submission, { ...result, index: isWanted ? 0 : -1 }, isWanted)
    } finally {
      wire.off('commandComplete', watch)
    }
  }
  try {
    for (const [index, statement] of statements.entries()) {
      const isWanted = index === result.index
      if (values.length > 0) await ask(`savepoint ${savepoint}`)
      try {
        await send(singleSubmission(text, values, statement, binds), isWanted)
      } catch (error) {
        if (!(error instanceof NotBound)) throw error
        await ask(`rollback to savepoint ${savepoint}`)
        await send(singleSubmission(text, [], statement, binds), isWanted)
      }
      if (hasEnded) {
        throw new QueryFailed('This data source is read-only: a query cannot end its transaction.')
      }
    }
    if (result.index < 0) throw new QueryFailed(noData)
  } finally {
    // a session that was lost, or given up after an abort, has no transaction any more
    if (!wire.stream.destroyed) await ask('rollback').catch(() => {})
  }
}

const savepoint = 'sextant_read_only'
