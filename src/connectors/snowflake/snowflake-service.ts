import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf } from '../http-answer.ts'
import type { SnowflakeOptions } from './snowflake-options.ts'

export interface SnowflakeLink {
  options: SnowflakeOptions
  host: Pick<ConnectorHost, 'fetchServer'>
}

/** An answer that is an error: `{"code": "000904", "sqlState": "42000", "message": …}`. */
export class SnowflakeRefusal extends QueryFailed {
  readonly status: number
  readonly code: string
  constructor(message: string, status: number, code: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const maxAttempts = 6

/**
 * A request of the SQL API; an answer of status 200 or 202. A service that is busy is asked again: what begins a
 * statement has an id, by which the service knows it again.
 */
export async function callSnowflake(
  { options, host }: SnowflakeLink,
  path: string,
  request: { method: 'GET' | 'POST'; body?: unknown },
  signal: AbortSignal,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const again = attempt > 1 && request.method === 'POST' && path.includes('requestId=') ? '&retry=true' : ''
    const init = {
      method: request.method,
      headers: {
        ...(await authorizationOf(options)),
        accept: 'application/json',
        ...(request.method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(request.method === 'POST' ? { body: JSON.stringify(request.body ?? {}) } : {}),
    }
    const reply = await host.fetchServer(options.origin + path + again, init, signal)
    if (reply.status === 200 || reply.status === 202) return reply
    const refusal = await refusalOf(reply, options)
    const comesAgain = [429, 502, 503, 504].includes(reply.status)
    if (!comesAgain || attempt >= maxAttempts) throw refusal
    await delay(250 * 2 ** attempt, undefined, { signal })
  }
}

async function refusalOf(reply: Response, { origin }: SnowflakeOptions): Promise<Error> {
  const start = await startOf(reply)
  const { message, code } = toldIn(start)
  const { host } = new URL(origin)
  if (reply.status === 401 || /^39\d{4}$/.test(code)) {
    return new ConnectionFailed(`${host} refuses the user, the token or the key: ${message ?? start}`)
  }
  if (message === null) {
    const shown = start
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return new ConnectionFailed(
      `${host} answers, but not as Snowflake does. Are the account and the region right? Status ${reply.status}: ${shown}`,
    )
  }
  return new SnowflakeRefusal(message, reply.status, code)
}

function toldIn(text: string): { message: string | null; code: string } {
  try {
    const { message, code } = JSON.parse(text) as { message?: unknown; code?: unknown }
    return { message: typeof message === 'string' ? message : null, code: String(code ?? '') }
  } catch {
    return { message: null, code: '' }
  }
}

/** Each session makes its own token, which lives this long. */
const tokenSeconds = 3600
/** Tokens by the options that they were made of. */
const tokens = new WeakMap<SnowflakeOptions, { value: string; made: number }>()

async function authorizationOf(options: SnowflakeOptions): Promise<Record<string, string>> {
  const kind = options.password === '' ? 'KEYPAIR_JWT' : 'PROGRAMMATIC_ACCESS_TOKEN'
  const token = options.password === '' ? await signedToken(options) : options.password
  return { authorization: `Bearer ${token}`, 'x-snowflake-authorization-token-type': kind }
}

async function signedToken(options: SnowflakeOptions): Promise<string> {
  const known = tokens.get(options)
  const now = Math.floor(Date.now() / 1000)
  if (known !== undefined && now - known.made < tokenSeconds / 2) return known.value
  const { SignJWT } = await import('jose')
  const key = keyOf(options)
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(publicKey).digest('base64')
  const name = `${accountOf(options.account)}.${options.user.toUpperCase()}`
  const value = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(`${name}.SHA256:${fingerprint}`)
    .setSubject(name)
    .setIssuedAt(now)
    .setExpirationTime(now + tokenSeconds)
    .sign(key)
  tokens.set(options, { value, made: now })
  return value
}

function keyOf({ privateKey, passphrase }: SnowflakeOptions): KeyObject {
  try {
    const key = createPrivateKey({ key: privateKey, ...(passphrase === '' ? {} : { passphrase }) })
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // the error of the library may hold parts of the key
  }
  throw new ConnectionFailed(
    'The private key cannot be read: it must be a key of RSA in PEM, and its passphrase must be right.',
  )
}

/** Only the account, without region and cloud. */
function accountOf(account: string): string {
  const end = account.includes('.global') ? account.indexOf('-') : account.indexOf('.')
  return (end === -1 ? account : account.slice(0, end)).toUpperCase()
}
