import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A request as it arrived, with the body as text. */
export interface SignedRequest {
  method: string
  /** path and query, as sent */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

interface Signer {
  accessKey: string
  secretKey: string
  sessionToken?: string
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Checks a request as the services of AWS do, from their public description of Signature Version 4, independently of
 * the code under test. Returns the name of the exception, or null for a right signature.
 */
export function faultOfSignature(
  { method, url, headers, body }: SignedRequest,
  signer: Signer,
  { service, region }: { service: string; region: string },
): string | null {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (authorization === null) return 'MissingAuthenticationTokenException'
  const [, key, day = '', ownRegion, ownService, names = '', signature] = authorization
  const time = String(headers['x-amz-date'] ?? '')
  if (!/^\d{8}T\d{6}Z$/.test(time) || !time.startsWith(day)) return 'IncompleteSignatureException'
  const sent = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'))
  if (!(Math.abs(Date.now() - sent) < 5 * 60_000)) return 'InvalidSignatureException'
  if (key !== signer.accessKey) return 'UnrecognizedClientException'
  if (headers['x-amz-security-token'] !== signer.sessionToken) return 'UnrecognizedClientException'
  if (ownRegion !== region || ownService !== service) return 'InvalidSignatureException'
  const signed = names.split(';')
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (!needed.every((name) => signed.includes(name))) return 'InvalidSignatureException'
  const target = new URL(url, 'http://any')
  const path = target.pathname
    .split('/')
    .map((part) => encoded(part))
    .join('/')
  const query = [...target.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const lines = signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('')
  const canonical = [method, path, query, lines, names, hash(body)].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n')
  const signing = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${signer.secretKey}`,
  )
  return hmac(signing, text).toString('hex') === signature ? null : 'InvalidSignatureException'
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
