import { offsetOfCodePoint, positionAt } from '#shared/queries/text-position.ts'
import { QueryFailed } from '../connector-errors.ts'
import { WireFault } from '../wire-fault.ts'

/** What the server says about a failed statement, as the driver hands it on. */
interface ServerError extends Error {
  severity: string
  code?: string
  position?: string
  detail?: string
  hint?: string
}

/** The server's words with its DETAIL and HINT, and the place in `text` when it tells one. */
export function queryFailure(error: unknown, text: string): QueryFailed {
  if (error instanceof WireFault) return new QueryFailed(error.message, { cause: error })
  // without a severity it did not come from the server: the connection is gone
  if (!isServerError(error)) return new QueryFailed('Query interrupted. Please retry.', { cause: error })
  const lines = [error.message || 'The server refused the query and gave no reason.']
  if (error.detail) lines.push(`DETAIL:  ${error.detail}`)
  if (error.hint) lines.push(`HINT:  ${error.hint}`)
  return new QueryFailed(lines.join('\n'), { position: positionOf(error, text), cause: error })
}

export function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error && typeof error.severity === 'string'
}

/** The server counts characters from 1. */
function positionOf(error: ServerError, text: string) {
  const position = Number(error.position)
  return Number.isInteger(position) && position > 0
    ? positionAt(text, offsetOfCodePoint(text, position - 1))
    : null
}
