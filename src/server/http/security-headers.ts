import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { isSecure, requestPath } from './public-address.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** a page that other sites may show in a frame; only those that need no session */
    isFrameable?: true
  }
}

/**
 * No inline scripts, no eval. Styles may be inline: chart, editor and component libraries set style attributes and
 * elements while they run.
 */
const policies = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' http: https: data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ')

/** Of every page that other sites may not frame. */
export const contentSecurityPolicy = `${policies}; frame-ancestors 'none'`

const unframed = {
  'content-security-policy': contentSecurityPolicy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** The address of such a page holds a key, so no other site learns it. */
const framed = {
  'content-security-policy': `${policies}; frame-ancestors *`,
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
}

const oneYear = 31_536_000

/** Headers of every reply, errors included. */
export function setSecurityHeaders(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    ...(request.routeOptions?.config?.isFrameable === true ? framed : unframed),
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-download-options': 'noopen',
  })
  if (isSecure(config, request)) reply.header('strict-transport-security', `max-age=${oneYear}`)
}

export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(config, request, reply))
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control') && requestPath(request).startsWith('/api/')) {
      reply.header('cache-control', 'no-store')
    }
  })
}
