import { cutMessage } from '#shared/errors/cut-message.ts'
import { positionAt } from '#shared/sql/text-position.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { codeOf, networkFailure } from '../network-failure.ts'
import { WireFault } from '../wire-fault.ts'
import type { OracleOptions } from './oracle-options.ts'

/** An error that the server sent: `ORA-00942`. */
interface ServerError extends Error {
  errorNum: number
  /** of the statement */
  offset?: number
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && typeof (error as { errorNum?: unknown }).errorNum === 'number'
}

/** The driver adds links to pages about the error, and identifiers of its own. */
function plainMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .split('\n')
    .filter((line) => !/^Help: https?:/.test(line))
    .join('\n')
    .replace(/^NJS-\d+: (?=[^\n]*\nORA-)[^\n]*\n/, '')
    .replace(/ ?\(CONNECTION_ID=[^)]*\)/g, '')
    .trim()
}

const refusedAccounts: Readonly<Record<number, string>> = {
  1005: 'no password was given',
  1017: 'the user name or the password is wrong',
  28000: 'the account is locked',
  28001: 'the password has expired',
  1045: 'the account may not create a session',
}

/** What went wrong while connecting, with the address. */
export function connectionFailure(error: unknown, options: OracleOptions): ConnectionFailed {
  if (error instanceof ConnectionFailed) return error
  const { addresses, service } = options.target
  const where = addresses.map(({ host, port }) => `${host}:${port}`).join(', ')
  const known = networkFailure(error, where)
  if (known !== null) return known
  if (isServerError(error)) {
    const reason = refusedAccounts[error.errorNum]
    const message = plainMessage(error)
    return new ConnectionFailed(
      reason === undefined
        ? `Oracle at ${where} refused the login: ${message}`
        : `Oracle at ${where} refused the login, because ${reason}: ${message}`,
      error,
    )
  }
  const code = codeOf(error) ?? ''
  const sentence = ofDriver[code]?.(where, service.value)
  const doubt = code.startsWith('NJS-') ? ' Is it an Oracle listener?' : ''
  return new ConnectionFailed(
    sentence ?? `Connection to ${where} failed: ${plainMessage(error)}${doubt}`,
    error,
  )
}

const encrypts = (where: string) =>
  `The server at ${where} requires Oracle's own encryption of the network, which Sextant does not have. Let it offer TCPS, and turn on "Use SSL".`
const tooOld = (where: string) => `The server at ${where} is older than Oracle Database 12.1.`
const unknownService = (where: string, service: string) =>
  `The listener at ${where} does not know ${service}. Check the DSN Service Name.`

const ofDriver: Readonly<Record<string, (where: string, service: string) => string>> = {
  'NJS-116': (where) =>
    `Oracle at ${where} keeps the password of this account in an old form. Set the password again there.`,
  'NJS-138': tooOld,
  'NJS-500': (where) =>
    `${where} closed the connection while it was being set up. Is it an Oracle listener, and is "Use SSL" right?`,
  'NJS-518': unknownService,
  'NJS-519': unknownService,
  'NJS-530': (where) => `The host name of ${where} cannot be found.`,
  ...{ 'NJS-531': encrypts, 'NJS-532': encrypts, 'NJS-533': encrypts },
}

/** The server's message; `start`: where the statement begins in the text. */
export function queryFailure(
  error: unknown,
  text: string,
  statement: { text: string; start: number },
): QueryFailed {
  if (error instanceof QueryFailed) return error
  if (error instanceof WireFault) return new QueryFailed(error.message, { cause: error })
  const code = codeOf(error) ?? ''
  if (isServerError(error) && code !== 'NJS-500') {
    const message = cutMessage(plainMessage(error))
    return new QueryFailed(message, { position: positionOf(error, text, statement), cause: error })
  }
  if (['NJS-097', 'NJS-098', 'NJS-137'].includes(code)) {
    return new QueryFailed(
      'The statement has variables such as :name, for which there are no values. Write {{ name }} for a parameter.',
      { cause: error },
    )
  }
  if (code.startsWith('NJS-') && code !== 'NJS-500')
    return new QueryFailed(plainMessage(error), { cause: error })
  return new QueryFailed(
    `The connection to the server was lost during the query. Please retry. (${plainMessage(error)})`,
    { cause: error },
  )
}

/** The place is counted in bytes or in characters, by the character set: it is told only where both are the same. */
function positionOf(
  { offset }: ServerError,
  text: string,
  statement: { text: string; start: number },
): QueryFailed['position'] {
  if (offset === undefined || offset < 0 || offset > statement.text.length) return null
  if (/[^\0-\x7f]/.test(statement.text.slice(0, offset))) return null
  return positionAt(text, statement.start + offset)
}
