import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/kernel/index.ts'
import { reportViolation } from '#shared/http/csp-report-api.ts'
import { isSecure, requestPath } from './public-address.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** other sites may show the page in a frame; only for pages without a session */
    isFrameable?: true
    /** the page that runs code written by users, and what it loads */
    isSandboxed?: true
    /** the help, which only our own pages may show in a frame */
    isHelp?: true
    /** the reference of the API: text and one style sheet */
    isApiDocs?: true
  }
}

/**
 * No inline scripts, no eval. Styles may be inline: chart, editor and component libraries set style attributes and
 * add style elements at run time.
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
  `report-uri ${reportViolation.path}`,
].join('; ')

/** The policy of every page that other sites may not frame. */
export const contentSecurityPolicy = `${policies}; frame-ancestors 'none'`

const unframed = {
  'content-security-policy': contentSecurityPolicy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** The address of such a page contains a key: it is kept out of Referer headers and search engines. */
const framed = {
  'content-security-policy': `${policies}; frame-ancestors *`,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * The page that runs the code of custom charts: always in its own opaque origin (`sandbox`), with only our two scripts,
 * without connections, frames and forms. The page holds no data, so any site may frame it: inside an embed, every page
 * around the embed is an ancestor too. The opaque origin is why its scripts need `access-control-allow-origin`.
 */
const sandboxed = {
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self' 'unsafe-eval'",
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "connect-src 'none'",
    "worker-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'x-dns-prefetch-control': 'off',
}

/** The help consists of text, pictures, scripts and style sheets. Our own pages show it in a drawer. */
const help = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    `report-uri ${reportViolation.path}`,
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** The reference of the API connects to nothing, and its only script sets the theme. */
const apiDocs = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `report-uri ${reportViolation.path}`,
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const oneYear = 31_536_000

function headersOf({ routeOptions }: FastifyRequest): Record<string, string> {
  if (routeOptions?.config?.isSandboxed === true) return sandboxed
  if (routeOptions?.config?.isHelp === true) return help
  if (routeOptions?.config?.isApiDocs === true) return apiDocs
  return routeOptions?.config?.isFrameable === true ? framed : unframed
}

/** Headers of every reply, errors included. */
export function setSecurityHeaders(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    ...headersOf(request),
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
