import { cutMessage } from '#shared/errors/cut-message.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { ConnectionFailed, QueryFailed, type TextPosition } from '../connector-errors.ts'
import { networkFailure } from '../network-failure.ts'
import type { MssqlOptions } from './mssql-options.ts'

/** An error that the server sent. */
export interface ServerError extends Error {
  number: number
  lineNumber?: number
  procName?: string
  class?: number
}

/** The first one that the server sent; of several, the later ones follow from it. */
export function serverErrorOf(error: unknown): ServerError | null {
  if (error instanceof AggregateError)
    return error.errors.map(serverErrorOf).find((found) => found !== null) ?? null
  return error instanceof Error && typeof (error as { number?: unknown }).number === 'number'
    ? (error as ServerError)
    : null
}

const wrongLogin = 18456
const noSuchDatabase = new Set([4060, 4064, 911])

/** What went wrong while connecting, with the address. */
export function connectionFailure(error: unknown, options: MssqlOptions): ConnectionFailed {
  if (error instanceof ConnectionFailed) return error
  const where = `${options.host}:${options.port}`
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const known = networkFailure(cause, where)
    if (known !== null) return known
    if (codeOf(cause) === 'ETIMEOUT')
      return new ConnectionFailed(
        `${where} did not answer in time. Is it a SQL Server, reachable from this machine?`,
        error,
      )
    if (codeOf(cause) === 'EENCRYPT') {
      return new ConnectionFailed(
        options.encryption === 'off'
          ? `The server at ${where} requires encryption. Turn on "Use SSL".`
          : `The server at ${where} offers no encryption, which "Use SSL" asks for.`,
        error,
      )
    }
  }
  const server = serverErrorOf(error)
  const message = server?.message ?? (error instanceof Error ? error.message : String(error))
  if (server?.number === wrongLogin)
    return new ConnectionFailed(`SQL Server at ${where} refused the user name or password: ${message}`, error)
  if (server !== null && noSuchDatabase.has(server.number))
    return new ConnectionFailed(
      `SQL Server at ${where}: ${message} Check the name of the database and its users.`,
      error,
    )
  return new ConnectionFailed(`Connection to ${where} failed: ${message}`, error)
}

function codeOf(error: Error): unknown {
  return (error as { code?: unknown }).code
}

/** The server's message; `text` is what was sent, and lines count in it. */
export function queryFailure(error: unknown, text: string): QueryFailed {
  const server = serverErrorOf(error)
  if (server === null) {
    const reason = error instanceof Error ? error.message : String(error)
    return new QueryFailed(
      `The connection to the server was lost during the query. Please retry. (${reason})`,
      {
        cause: error,
      },
    )
  }
  const message = cutMessage(server.message || 'The server refused the query and gave no reason.')
  return new QueryFailed(message, { position: positionOf(server, text), cause: error })
}

/** Errors in procedures count the lines of the procedure. The word that a message quotes gives the column. */
function positionOf({ lineNumber, procName, message }: ServerError, text: string): TextPosition | null {
  if (lineNumber === undefined || lineNumber < 1 || (procName ?? '') !== '') return null
  const start = offsetAt(text, { line: lineNumber, column: 1 })
  const word = /'([^']+)'/.exec(message)?.[1] ?? ''
  const lineEnd = text.indexOf('\n', start)
  const line = text.slice(start, lineEnd === -1 ? undefined : lineEnd)
  const found = word === '' ? -1 : line.search(new RegExp(`(?<!\\w)${RegExp.escape(word)}(?!\\w)`, 'i'))
  return positionAt(text, start + Math.max(0, found))
}
