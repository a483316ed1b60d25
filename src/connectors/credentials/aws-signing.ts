import { ConnectionFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import type { AwsHost, AwsKeys } from './aws-types.ts'

/**
 * The address of a service in a region, which `readAwsIdentity` has checked. An operator can name another one by the
 * variables that Amazon's own libraries know: private endpoints, or a server that acts as AWS.
 */
export function awsEndpoint(service: string, region: string): string {
  const named = process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] || process.env['AWS_ENDPOINT_URL']
  if (named) return named.replace(/\/+$/, '')
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return `https://${service}.${region}.${domain}`
}

interface Unsigned {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | undefined
}

/** The headers of the request with its signature (version 4). */
export async function signed(
  { method, url, headers, body }: Unsigned,
  { keys, region, service }: { keys: AwsKeys; region: string; service: string },
): Promise<Record<string, string>> {
  const { AwsV4Signer } = await import('aws4fetch')
  const signer = new AwsV4Signer({
    ...{ method, url, headers, region, service },
    ...{ accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey },
    ...(body === undefined ? {} : { body }),
    ...(keys.sessionToken === null ? {} : { sessionToken: keys.sessionToken }),
  })
  const done = await signer.sign()
  return Object.fromEntries(done.headers)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The text of the first element of this name, which holds no other elements; null: there is none. */
function elementOf(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  if (found === undefined) return null
  return found.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, entity: string) => entities[entity] ?? '').trim()
}

/** Of `{"__type": "com.amazonaws.athena#InvalidRequestException", "Message": …}`, or of older services in XML. */
export function refusalIn(start: string, reply: Response): { code: string; message: string } {
  const [xmlCode, xmlMessage] = [elementOf(start, 'Code'), elementOf(start, 'Message')]
  if (xmlCode !== null) return { code: xmlCode, message: xmlMessage || `status ${reply.status}` }
  let read: Record<string, unknown> = {}
  try {
    read = (JSON.parse(start) as Record<string, unknown> | null) ?? {}
  } catch {}
  const header = reply.headers.get('x-amzn-errortype') ?? ''
  const type = typeof read['__type'] === 'string' ? read['__type'] : header
  const message = read['message'] ?? read['Message']
  return {
    code: type.replace(/^.*#/, '').replace(/:.*$/, ''),
    message: typeof message === 'string' && message !== '' ? message : start || `status ${reply.status}`,
  }
}

/** A service with the older query protocol, which answers in XML. */
export interface AwsQuery {
  service: string
  region: string
  /** null: the request is not signed */
  keys: AwsKeys | null
  /** `Action`, `Version` and what the action wants */
  parameters: Record<string, string>
  /** says who was refused what */
  refusal: (told: string) => string
}

const maxXml = 100_000

/** Reads elements of the answer to a short question by their names. Throws ConnectionFailed. */
export async function askAwsQuery(
  { service, region, keys, parameters, refusal }: AwsQuery,
  host: AwsHost,
  signal: AbortSignal,
): Promise<(name: string) => string | null> {
  const url = `${awsEndpoint(service, region)}/`
  const body = new URLSearchParams(parameters).toString()
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const request = { method: 'POST' as const, url, headers: form, body }
  const headers = keys === null ? form : await signed(request, { keys, region, service })
  const reply = await host.fetchServer(url, { method: 'POST', headers, body }, signal)
  if (reply.status !== 200) {
    const { message } = refusalIn(await startOf(reply), reply)
    throw new ConnectionFailed(refusal(message))
  }
  const answer = await textOf(reply, maxXml, 'AWS answers a short question with more than 100 kB.')
  return (name) => elementOf(answer, name)
}
