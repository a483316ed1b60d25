import { cutMessage } from '#shared/errors/cut-message.ts'
import type { Statement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import { ConnectionFailed, QueryFailed, type TextPosition } from '../connector-errors.ts'
import { networkFailure } from '../network-failure.ts'
import { WireFault } from '../wire-fault.ts'
import type { CassandraOptions } from './cassandra-options.ts'
import { ServerSilent } from './cql-stream.ts'

/** An error that the server sent. */
export class ServerError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const errorCodes = {
  protocol: 0x000a,
  credentials: 0x0100,
  syntax: 0x2000,
  unauthorized: 0x2100,
  invalid: 0x2200,
} as const

/** What went wrong while connecting, as a sentence with the address. */
export function connectionFailure(error: unknown, options: CassandraOptions): ConnectionFailed {
  const where = `${options.host}:${options.port}`
  const known = networkFailure(error, where)
  if (known !== null) return known
  if (error instanceof ServerSilent) {
    return new ConnectionFailed(
      `${where} did not answer in ${options.timeoutSeconds} seconds. Is it a Cassandra server${options.tls === null ? ', and without TLS' : ''}?`,
      error,
    )
  }
  if (!(error instanceof ServerError)) {
    const reason = error instanceof Error ? error.message : String(error)
    const hint = options.tls === null ? ' If it requires TLS, turn on "Use SSL".' : ''
    return new ConnectionFailed(`Connection to ${where} failed: ${reason}${hint}`, error)
  }
  const message = cutMessage(error.message)
  if (error.code === errorCodes.credentials)
    return new ConnectionFailed(`Cassandra at ${where} refused the user name or password: ${message}`, error)
  if (error.code === errorCodes.protocol) {
    return new ConnectionFailed(
      `Cassandra at ${where} does not speak version ${options.protocol} of the protocol ("Protocol Version"): ${message}`,
      error,
    )
  }
  return new ConnectionFailed(`Cassandra at ${where}: ${message}`, error)
}

/** The server's words, with the position in `text` if they name one. */
export function queryFailure(
  error: unknown,
  options: CassandraOptions,
  text: string,
  statement: Statement,
): QueryFailed {
  if (error instanceof QueryFailed) return error
  if (error instanceof ServerSilent) {
    return new QueryFailed(
      `The server did not answer in ${options.timeoutSeconds} seconds. The option "Timeout" of the data source says how long it may take.`,
      { cause: error },
    )
  }
  if (error instanceof ServerError) {
    const message = cutMessage(error.message || 'The server refused the query and gave no reason.')
    return new QueryFailed(message, { position: positionOf(error, text, statement), cause: error })
  }
  const message =
    error instanceof WireFault
      ? error.message
      : 'The connection to the server was lost during the query. Please retry.'
  return new QueryFailed(message, { cause: error })
}

/** `line 1:7 no viable alternative …`: lines count from 1 and characters from 0. */
function positionOf({ code, message }: ServerError, text: string, statement: Statement): TextPosition | null {
  const found = code === errorCodes.syntax ? /^line (\d+):(\d+) /.exec(message) : null
  if (found === null) return null
  const line = offsetAt(statement.text, { line: Number(found[1]), column: 1 })
  return positionAt(text, statement.start + line + Number(found[2]))
}
