import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'

/**
 * With a configured token, callers that send it may read the metrics. Without one, programs on the same machine may; a
 * request through a proxy on this machine is recognized by its headers. Throws metrics.token_needed and
 * metrics.token_unset.
 */
export function requireMetricsReader(
  { metricsToken }: Pick<Config, 'metricsToken'>,
  request: Pick<FastifyRequest, 'headers'> & { raw: { socket: { remoteAddress?: string | undefined } } },
): void {
  if (metricsToken !== null) {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!isSame(given, metricsToken)) throw refuse('metrics.token_needed')
    return
  }
  const isProxied = proxyHeaders.some((header) => request.headers[header] !== undefined)
  if (isProxied || !isLoopback(request.raw.socket.remoteAddress ?? '')) throw refuse('metrics.token_unset')
}

const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
