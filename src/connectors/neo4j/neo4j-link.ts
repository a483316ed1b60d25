import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf } from '../http-answer.ts'
import type { Neo4jOptions } from './neo4j-options.ts'

export interface Neo4jLink {
  options: Neo4jOptions
  host: ConnectorHost
}

export interface CypherRequest {
  statement: string
  parameters?: Readonly<Record<string, unknown>>
}

/** Values with their types: numbers are texts with all their digits. */
const typedJson = 'application/vnd.neo4j.query'

/** The answer to a statement, which may still have errors behind its rows. Throws ConnectionFailed and QueryFailed. */
export async function askNeo4j(
  { options, host }: Neo4jLink,
  request: CypherRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { url, database, verify, tls, authorization } = options
  const reply = await host.fetchServer(
    `${url}/db/${encodeURIComponent(database)}/query/v2`,
    {
      method: 'POST',
      headers: {
        accept: typedJson,
        'content-type': 'application/json',
        ...(authorization === null ? {} : { authorization }),
      },
      body: JSON.stringify(request),
      verify,
      tls,
    },
    signal,
  )
  if (reply.status === 200 || reply.status === 202) return reply
  const start = await startOf(reply)
  const failure = failureIn(start)
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${url} refuses the user or the password: ${failure?.message ?? start}`)
  }
  // 404 for anything but a database: there is no such interface
  if (failure instanceof ConnectionFailed || (failure !== null && reply.status !== 404)) throw failure
  throw new ConnectionFailed(
    `${url} answers, but not as Neo4j 5.19 or later does. Is the address right? Status ${reply.status}: ${start}`,
  )
}

interface ErrorOfNeo4j {
  code?: unknown
  message?: unknown
}

/** More than this is not read. */
const maxErrors = 200_000

/** The error in `{"errors": [{"code", "message"}]}`, or in the list alone; null: there is none. */
export function failureIn(json: string): QueryFailed | ConnectionFailed | null {
  if (json.length > maxErrors) return new QueryFailed(json.slice(0, 1000))
  let errors: unknown
  try {
    const answer: unknown = JSON.parse(json)
    errors = Array.isArray(answer) ? answer : (answer as { errors?: unknown } | null)?.errors
  } catch {
    return null
  }
  if (!Array.isArray(errors) || errors.length === 0) return null
  const told = (errors as ErrorOfNeo4j[]).map(({ code, message }) => `${code}: ${message}`).join('; ')
  if (told.startsWith('Neo.ClientError.Database.')) return new ConnectionFailed(told)
  const [, line, column] = /\(line (\d+), column (\d+)/.exec(told) ?? []
  const position = line === undefined ? null : { line: Number(line), column: Number(column) }
  return new QueryFailed(told, { position })
}
