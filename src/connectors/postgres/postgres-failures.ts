import { offsetOfCodePoint, positionAt } from '#shared/sql/text-position.ts'
import { QueryFailed } from '../connector-errors.ts'
import { WireFault } from '../wire-fault.ts'

/** The server's error for a failed statement, as the driver passes it on. */
interface ServerError extends Error {
  severity: string
  code?: string
  position?: string
  detail?: string
  hint?: string
}

/** The server's message with DETAIL and HINT, and the position in `text` if it reports one. */
export function queryFailure(error: unknown, text: string): QueryFailed {
  if (error instanceof WireFault) return new QueryFailed(error.message, { cause: error })
  // an error without a severity is not from the server: the connection was lost
  if (!isServerError(error)) return new QueryFailed('Query interrupted. Please retry.', { cause: error })
  const lines = [error.message || 'The server refused the query and gave no reason.']
  if (error.detail) lines.push(`DETAIL:  ${error.detail}`)
  if (error.hint) lines.push(`HINT:  ${error.hint}`)
  return new QueryFailed(lines.join('\n'), { position: positionOf(error, text), cause: error })
}

export function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error && typeof error.severity === 'string'
}

/** The server's position is in characters, counted from 1. */
function positionOf(error: ServerError, text: string) {
  const position = Number(error.position)
  return Number.isInteger(position) && position > 0
    ? positionAt(text, offsetOfCodePoint(text, position - 1))
    : null
}
