import type { MongoServerError } from 'mongodb'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { codeOf, networkFailure } from '../network-failure.ts'

const authenticationFailed = 18
const unauthorized = 13

/** What went wrong while connecting, as a sentence with the address. */
export function connectionFailure(error: unknown, where: string): ConnectionFailed {
  if (error instanceof ConnectionFailed) return error
  for (const cause of causesOf(error)) {
    const known = networkFailure(cause, where)
    if (known !== null) return known
    const code = serverCode(cause)
    if (code === authenticationFailed)
      return new ConnectionFailed(
        `MongoDB at ${where} refused the user name or password. If the user belongs to another database than "admin", name it in the connection string: authSource=…`,
        error,
      )
    if (code === unauthorized) return new ConnectionFailed(`MongoDB at ${where}: ${messageOf(cause)}`, error)
  }
  return new ConnectionFailed(`Connection to ${where} failed: ${messageOf(error)}`, error)
}

/** The server's words; or that the connection was lost. */
export function queryFailure(error: unknown): QueryFailed {
  if (error instanceof QueryFailed) return error
  if (serverCode(error) !== null) return new QueryFailed(messageOf(error), { cause: error })
  const isNetwork = causesOf(error).some(
    (cause) =>
      codeOf(cause) !== undefined || /Network|ServerSelection|Closed|Reset/.test((cause as Error).name),
  )
  return new QueryFailed(
    isNetwork
      ? `The connection to the server was lost during the query. Please retry. (${messageOf(error)})`
      : messageOf(error),
    { cause: error },
  )
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)) || 'The server gave no reason.'
}

function serverCode(error: unknown): number | null {
  const isServers = error instanceof Error && error.name === 'MongoServerError'
  return isServers ? Number((error as MongoServerError).code ?? 0) : null
}

/** The error, its causes, and what each server of the set answered. */
function causesOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return []
  const { cause, reason } = error as Error & { reason?: { servers?: Map<string, { error?: unknown }> } }
  const ofServers =
    reason?.servers instanceof Map ? [...reason.servers.values()].map((server) => server.error) : []
  return [error, ...[cause, ...ofServers].flatMap((each) => causesOf(each, depth + 1))]
}
