import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf } from '../http-answer.ts'
import { awsKeys, forgetAwsKeys } from './aws-identity.ts'
import { awsEndpoint, refusalIn, signed } from './aws-signing.ts'
import type { AwsHost, AwsIdentity } from './aws-types.ts'

/** AWS refuses the request. */
export class AwsRefusal extends QueryFailed {
  /** the name of its exception, such as `InvalidRequestException` */
  readonly code: string
  readonly status: number
  constructor(code: string, status: number, message: string) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** A service with the JSON protocol. */
export interface AwsService {
  /** the name in signatures and at the start of the address: `athena` */
  name: string
  /** what the operations are called by: `AmazonAthena` */
  target: string
  /** of the JSON protocol */
  version: '1.0' | '1.1'
  /** false: after a fault it is not known whether it was done, so it is not sent again */
  repeats?: boolean
}

export interface AwsLink {
  identity: AwsIdentity
  host: AwsHost
}

const maxAttempts = 6

/**
 * The answer to an operation, whose status is 200. What AWS asks to send again later is sent again: operations that
 * begin something must carry a token that makes them the same. Throws ConnectionFailed for credentials, and AwsRefusal.
 */
export async function askAws(
  link: AwsLink,
  service: AwsService,
  operation: string,
  input: object,
  signal: AbortSignal,
): Promise<Response> {
  const { identity, host } = link
  const url = `${awsEndpoint(service.name, identity.region)}/`
  const body = JSON.stringify(input)
  const named = {
    'content-type': `application/x-amz-json-${service.version}`,
    'x-amz-target': `${service.target}.${operation}`,
  }
  for (let attempt = 1; ; attempt++) {
    const keys = await awsKeys(identity, host, signal)
    const headers = await signed(
      { method: 'POST', url, headers: named, body },
      { keys, region: identity.region, service: service.name },
    )
    const reply = await host.fetchServer(url, { method: 'POST', headers, body }, signal)
    if (reply.status === 200) return reply
    const { code, message } = refusalIn(await startOf(reply), reply)
    const isFault = reply.status >= 500 && service.repeats !== false
    const isBusy = isFault || /^(?:Throttling|TooManyRequests|ProvisionedThroughput)/.test(code)
    if (!isBusy || attempt === maxAttempts) throw refusalOf(code, reply.status, message, operation, identity)
    await delay(100 * 2 ** attempt, undefined, { signal })
  }
}

/**
 * `fetchServer` for a server that AWS runs in front of another one: each request is signed. A refusal of the signature
 * throws ConnectionFailed; what the server itself refuses is an answer.
 */
export function signingFetch({ identity, host }: AwsLink, service: string): ConnectorHost['fetchServer'] {
  return async (url, init, signal) => {
    const keys = await awsKeys(identity, host, signal)
    const { method = 'GET', headers = {}, body } = init
    const own = { keys, region: identity.region, service }
    const signedHeaders = await signed({ method, url, headers, body }, own)
    const reply = await host.fetchServer(url, { ...init, headers: signedHeaders }, signal)
    if (reply.status !== 403) return reply
    const start = await startOf(reply)
    const { code, message } = refusalIn(start, reply)
    // the server's own refusals have an `error`, and no message beside it
    if (message !== start) {
      forgetAwsKeys(identity)
      const named = code === '' ? '' : ` (${code})`
      throw new ConnectionFailed(`AWS refuses the credentials${named}: ${message}`)
    }
    return new Response(start, { status: reply.status, statusText: reply.statusText, headers: reply.headers })
  }
}

/** Exceptions that mean the keys. */
const ofKeys = new Set([
  ...['UnrecognizedClientException', 'InvalidClientTokenId', 'InvalidSignatureException'],
  ...['SignatureDoesNotMatch', 'ExpiredTokenException', 'ExpiredToken', 'IncompleteSignatureException'],
  ...['MissingAuthenticationTokenException', 'MissingAuthenticationToken', 'AccessDeniedException'],
  ...['AccessDenied', 'AuthFailure'],
])

function refusalOf(
  code: string,
  status: number,
  message: string,
  operation: string,
  identity: AwsIdentity,
): Error {
  if (!ofKeys.has(code)) return new AwsRefusal(code, status, message)
  if (code.startsWith('AccessDenied')) {
    return new ConnectionFailed(`AWS does not permit ${operation} in ${identity.region}: ${message}`)
  }
  forgetAwsKeys(identity)
  return new ConnectionFailed(`AWS refuses the credentials (${code}): ${message}`)
}
