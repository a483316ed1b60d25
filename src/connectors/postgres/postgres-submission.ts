import {
  type BindRules,
  type BoundValue,
  type SentStatement,
  sentStatement,
  valuesWithin,
} from '#shared/sql/bound-value.ts'
import type { Statement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { QueryFailed } from '../connector-errors.ts'
import type { PostgresWire } from './postgres-connection.ts'
import { queryFailure } from './postgres-failures.ts'
import type { Submission } from './postgres-reader.ts'
import { firstWord } from './result-statement.ts'

/** All statements in one message of the simple protocol, with values as literals. */
export function textSubmission(text: string): Submission {
  return { send: (wire) => wire.query(text), failure: (error) => queryFailure(error, text) }
}

/** The server refused the values or typed them differently from literals; nothing has been done that is not undone. */
export class NotBound extends Error {}

interface TextWithValues {
  text: string
  values: readonly BoundValue[]
  statements: readonly Statement[]
  binds: BindRules
}

/**
 * The statements one after the other with their values, in one implicit transaction as in the simple protocol (one Sync
 * at the end). null: no statement takes values. Fails with NotBound when the text may be sent instead: a parameter is
 * not understood everywhere a literal is, `concat($1)` for one, and the server tells the place of a wrong value only in
 * a text.
 *
 * The server reads each statement when those before it have run, with the encoding and the string syntax that they have
 * chosen. One text is read at once. So several statements take only values that are read alike in any case.
 */
export function boundSubmission(
  { text, values, statements, binds }: TextWithValues,
  resultIndex: number,
): Submission | null {
  const sent = statements.map((statement) =>
    sentStatement(statement.text, valuesWithin(values, statement), binds),
  )
  if (sent.every((one) => one === null)) return null
  if (statements.length > 1 && values.some(({ value }) => !isReadAlike.test(value))) return null
  return preparedSubmission(text, statements, sent, resultIndex)
}

/** One statement in a message in which the server refuses any other one. */
export function singleSubmission(
  text: string,
  values: readonly BoundValue[],
  statement: Statement,
  binds: BindRules,
): Submission {
  const sent = sentStatement(statement.text, valuesWithin(values, statement), binds)
  return preparedSubmission(text, [statement], [sent], 0)
}

function preparedSubmission(
  text: string,
  statements: readonly Statement[],
  sent: readonly (SentStatement | null)[],
  resultIndex: number,
): Submission {
  const isBound = sent.some((one) => one !== null)
  let bound = 0
  return {
    send(wire) {
      statements.forEach((statement, index) => {
        wire.parse({ text: sent[index]?.text ?? statement.text })
        wire.bind({ values: sent[index]?.values.map(({ value }) => value) ?? [] })
        wire.describe({ type: 'P' })
        wire.execute({ rows: 0 })
      })
      wire.sync()
    },
    attend(wire: PostgresWire) {
      const count = () => {
        bound++
      }
      wire.on('bindComplete', count)
      return () => wire.off('bindComplete', count)
    },
    failure(error, completed) {
      const failed = statements[completed]
      const isUndone = statements.slice(0, completed).every(({ text: earlier }) => isUndoable(earlier))
      if (isBound && bound <= completed && completed <= resultIndex && isUndone && isRefusal(error))
        return new NotBound()
      if (failed === undefined) return queryFailure(error, text)
      return placedFailure(error, text, failed, sent[completed] ?? null)
    },
  }
}

/** ASCII without backslashes and control characters: the same in all encodings and string syntaxes. */
const isReadAlike = /^[\t\n\r !-[\]-~]*$/

/** It has a SQLSTATE: the server said it, the connection is alive. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}

/** Statements that are rolled back if a later one fails. */
const undoable = new Set([
  ...[
    'SELECT',
    'WITH',
    'VALUES',
    'TABLE',
    'SET',
    'SHOW',
    'INSERT',
    'UPDATE',
    'DELETE',
    'CREATE',
    'DROP',
    'ANALYZE',
  ],
])

function isUndoable(statement: string): boolean {
  return undoable.has(firstWord(statement))
}

function placedFailure(
  error: unknown,
  text: string,
  statement: Statement,
  sent: SentStatement | null,
): QueryFailed {
  const failure = queryFailure(error, sent?.text ?? statement.text)
  if (failure.position === null) return failure
  const offset = offsetAt(sent?.text ?? statement.text, failure.position)
  const position = positionAt(text, statement.start + (sent?.originalOffset(offset) ?? offset))
  return new QueryFailed(failure.message, { position, cause: error })
}
