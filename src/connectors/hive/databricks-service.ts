import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { forgetCredentials, type Given, keptCredentials } from '../credentials/kept-credentials.ts'
import { startOf, textOf } from '../http-answer.ts'
import { basicAuthorization } from '../http-document.ts'
import type { DatabricksOptions } from './databricks-options.ts'

export interface DatabricksLink {
  options: DatabricksOptions
  host: Pick<ConnectorHost, 'fetchServer' | 'fetch'>
}

/** An answer that is an error: `{"error_code": "NOT_FOUND", "message": …}`. */
export class DatabricksRefusal extends QueryFailed {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

const maxAttempts = 6
/** Nothing was begun by a request that came too early; others may have reached the service. */
const tooMany = 429
const busy = [502, 503, 504]

/** A request to the workspace; an answer of status 200. Throws ConnectionFailed and DatabricksRefusal. */
export async function callDatabricks(
  link: DatabricksLink,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<Response> {
  let mayRenew = link.options.identity.kind === 'client'
  for (let attempt = 1; ; attempt++) {
    const authorization = `Bearer ${await tokenOf(link, signal)}`
    const headers = { authorization, accept: 'application/json' }
    const request =
      body === undefined
        ? { method: 'GET' as const, headers }
        : {
            method: 'POST' as const,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
    const reply = await link.host.fetchServer(link.options.origin + path, request, signal)
    if (reply.status === 200) return reply
    const refusal = await refusalOf(reply, link.options)
    if (reply.status === 401 && mayRenew) {
      mayRenew = false
      forgetCredentials(nameOf(link.options))
      continue
    }
    const comesAgain = reply.status === tooMany || (body === undefined && busy.includes(reply.status))
    if (!comesAgain || attempt >= maxAttempts) throw refusal
    await delay(250 * 2 ** attempt, undefined, { signal })
  }
}

async function refusalOf(reply: Response, { origin }: DatabricksOptions): Promise<Error> {
  const start = await startOf(reply)
  const message = messageIn(start)
  const { host } = new URL(origin)
  if (reply.status === 401 || reply.status === 403) {
    const told = message === null ? '' : ` ${message}`
    return new ConnectionFailed(
      `${host} refuses the access token, or it may not use the SQL warehouse.${told}`,
    )
  }
  if (message === null) return anotherServer(host, reply.status, start)
  return new DatabricksRefusal(message, reply.status)
}

function anotherServer(host: string, status: number, start: string): ConnectionFailed {
  const shown = start
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return new ConnectionFailed(
    `${host} answers, but not as a workspace of Databricks does. Is Host right? Status ${status}: ${shown}`,
  )
}

function messageIn(text: string): string | null {
  const { message } = readJson(text)
  return typeof message === 'string' && message !== '' ? message : null
}

function readJson(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const nameOf = ({ origin, identity }: DatabricksOptions) => ['databricks', origin, identity]

async function tokenOf({ options, host }: DatabricksLink, signal: AbortSignal): Promise<string> {
  const { identity } = options
  if (identity.kind === 'token') return identity.token
  return await keptCredentials(nameOf(options), () => askForToken(options, identity, host, signal))
}

const maxAnswer = 100_000

/** The workspace gives a token to a service principal, which lasts for an hour. */
async function askForToken(
  { origin }: DatabricksOptions,
  { id, secret }: Extract<DatabricksOptions['identity'], { kind: 'client' }>,
  host: Pick<ConnectorHost, 'fetchServer'>,
  signal: AbortSignal,
): Promise<Given<string>> {
  const reply = await host.fetchServer(
    `${origin}/oidc/v1/token`,
    {
      method: 'POST',
      headers: {
        authorization: basicAuthorization(id, secret),
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials&scope=all-apis',
    },
    signal,
  )
  const where = new URL(origin).host
  if (reply.status !== 200) {
    const start = await startOf(reply)
    const { error, error_description: description } = readJson(start)
    if (typeof error !== 'string') throw anotherServer(where, reply.status, start)
    throw new ConnectionFailed(`${where} gives no token to the client ${id}: ${description ?? error}`)
  }
  const read = readJson(await textOf(reply, maxAnswer, `${where} sent a token of more than 100 kB.`))
  const { access_token: value, expires_in: lasts } = read
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value))
    throw new ConnectionFailed(`${where} sent no token.`)
  return { value, ends: Date.now() + (Number(lasts) > 0 ? Number(lasts) : 0) * 1000 }
}
