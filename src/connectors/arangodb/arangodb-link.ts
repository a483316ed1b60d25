import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { cutObject } from '../json-cut.ts'
import type { ArangodbOptions } from './arangodb-options.ts'

export interface ArangodbLink {
  options: ArangodbOptions
  host: ConnectorHost
}

export interface ArangodbRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** within the database */
  path: string
  body?: Readonly<Record<string, unknown>>
}

/** A page of documents, which are held as a whole. */
const maxPage = 64_000_000
const pageTooLarge =
  'A page of 1,000 documents is larger than 64 MB. Return less of each document, or fewer of them.'

/** An answer of the server that says no. */
export class ArangodbRefusal extends QueryFailed {
  readonly number: number
  constructor(number: number, message: string) {
    super(message)
    this.number = number
  }
}

/** The members of a successful answer. Throws ConnectionFailed and ArangodbRefusal. */
export async function askArangodb(
  { options, host }: ArangodbLink,
  { method, path, body }: ArangodbRequest,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const { origin, database, authorization } = options
  const request = {
    method,
    headers: {
      accept: 'application/json',
      authorization,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const reply = await host.fetchServer(
    `${origin}/_db/${encodeURIComponent(database)}${path}`,
    request,
    signal,
  )
  if (reply.status >= 200 && reply.status < 300) {
    return cutObject(await textOf(reply, maxPage, pageTooLarge), 100)
  }
  const start = await startOf(reply)
  const failure = failureIn(start)
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${origin} refuses the user or the password: ${failure?.message ?? start}`)
  }
  // 1228: there is no such database
  if (failure?.number === 1228) {
    throw new ConnectionFailed(`${origin} has no database "${database}": ${failure.message}`)
  }
  if (failure !== null) throw failure
  throw new ConnectionFailed(
    `${origin} answers, but not as ArangoDB does. Is the address right? Status ${reply.status}: ${start}`,
  )
}

/** `{"error": true, "errorNum": …, "errorMessage": …}` */
function failureIn(json: string): ArangodbRefusal | null {
  try {
    const { errorNum, errorMessage } = JSON.parse(json) as { errorNum?: unknown; errorMessage?: unknown }
    return typeof errorMessage === 'string' ? new ArangodbRefusal(Number(errorNum), errorMessage) : null
  } catch {
    return null
  }
}
