import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { azureToken, forgetAzureToken } from '../credentials/azure-credentials.ts'
import { startOf } from '../http-answer.ts'
import type { KustoOptions } from './kusto-options.ts'

export interface KustoLink {
  options: KustoOptions
  host: ConnectorHost
  /** the email of the acting user; null: none */
  user: string | null
}

export interface KustoRequest {
  /** `v2/rest/query`; commands, which begin with a dot, go to `v1/rest/mgmt` */
  path: 'v2/rest/query' | 'v1/rest/mgmt'
  text: string
  /** by which the query can be cancelled */
  id: string
  options?: Readonly<Record<string, unknown>>
}

/** An answer with status 200, whose body may still tell of an error. */
export async function callKusto(
  link: KustoLink,
  request: KustoRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { options, host, user } = link
  const description = user === null ? {} : { request_description: user, request_user: user }
  const body = JSON.stringify({
    db: options.database,
    csl: request.text,
    properties: { Options: { ...request.options, ...description } },
  })
  let isRenewed = false
  for (;;) {
    const token = await azureToken(options.identity, options.origin, host, signal)
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'content-type': 'application/json; charset=utf-8',
      'x-ms-app': 'Sextant',
      'x-ms-client-request-id': request.id,
      // headers hold only ASCII
      ...(user !== null && /^[\x21-\x7e]+$/.test(user) ? { 'x-ms-user': user } : {}),
    }
    const reply = await host.fetchServer(
      `${options.origin}/${request.path}`,
      { method: 'POST', headers, body },
      signal,
    )
    if (reply.status === 200) return reply
    if (reply.status === 401 && !isRenewed) {
      await reply.body?.cancel()
      forgetAzureToken(options.identity, options.origin)
      isRenewed = true
      continue
    }
    throw await refusalOf(reply, options, request.text)
  }
}

async function refusalOf(reply: Response, { origin }: KustoOptions, text: string): Promise<Error> {
  const start = await startOf(reply)
  const told = toldIn(start)
  if (reply.status === 401 || reply.status === 403) {
    return new ConnectionFailed(`${origin} refuses the account (status ${reply.status}): ${told ?? start}`)
  }
  if (told !== null) return kustoFailure(told, text)
  const shown = start
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return new ConnectionFailed(
    `${origin} answers, but not as Azure Data Explorer does (status ${reply.status}): ${shown}`,
  )
}

function toldIn(start: string): string | null {
  try {
    return errorIn(JSON.parse(start))
  } catch {
    return null
  }
}

/** `{"error": {"code": …, "message": …, "@message": …}}`: the second says more. */
export function errorIn(read: unknown): string | null {
  const { error } = (typeof read === 'object' && read !== null ? read : {}) as {
    error?: Record<string, unknown>
  }
  const told = error?.['@message'] ?? error?.['message'] ?? error?.['code']
  return typeof told === 'string' ? told : null
}

/** `… [line:position=1:9]`, or `at 'x' on line [1,9]`. */
export function kustoFailure(message: string, text: string): QueryFailed {
  const [, line, column] = /\[(?:line:position=)?(\d+)[:,](\d+)\]/.exec(message) ?? []
  const isKnown = line !== undefined && Number(line) >= 1 && Number(line) <= text.split('\n').length
  const position = isKnown ? { line: Number(line), column: Math.max(Number(column), 1) } : null
  return new QueryFailed(message, { position })
}
