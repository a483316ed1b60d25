import { cutMessage } from '#shared/errors/cut-message.ts'
import type { Statement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { QueryFailed, type TextPosition } from '../connector-errors.ts'
import { WireFault } from '../wire-fault.ts'

interface ServerError extends Error {
  errno: number
  sqlState: string
  sqlMessage?: string
}

const syntaxError = 1064

/** The server's message, with the position in `text` if it reports one. */
export function queryFailure(error: unknown, text: string, statement: Statement): QueryFailed {
  if (error instanceof WireFault) return new QueryFailed(error.message, { cause: error })
  if (!isServerError(error)) {
    return new QueryFailed('The connection to the server was lost during the query. Please retry.', {
      cause: error,
    })
  }
  const message = cutMessage(
    error.sqlMessage || error.message || 'The server refused the query and gave no reason.',
  )
  const position = error.errno === syntaxError ? positionOf(message, text, statement) : null
  return new QueryFailed(message, { position, cause: error })
}

export function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'sqlState' in error && 'errno' in error
}

/** `… near 'wrong words' at line 2`: the line is relative to the statement, the quoted words give the column. */
function positionOf(message: string, text: string, statement: Statement): TextPosition | null {
  const match = /(?:near '(.*)' )?at line (\d+)\s*$/s.exec(message)
  if (match === null) return null
  const lineStart = offsetAt(statement.text, { line: Number(match[2]), column: 1 })
  const words = match[1] ?? ''
  const found = words === '' ? -1 : statement.text.indexOf(words, lineStart)
  return positionAt(text, statement.start + (found === -1 ? lineStart : found))
}
