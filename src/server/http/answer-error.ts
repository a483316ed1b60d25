import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeBug, redactUrl } from '#server/kernel/index.ts'
import { type ErrorCode, type ErrorShape, errorCodes } from '#shared/errors/error-codes.ts'
import { Refusal, refuse, translatedDetails, translatedMessage } from '#shared/errors/refusal.ts'
import { formBodyLimit, isCalledForm, jsonBodyLimit, ownBodyLimit } from './body-parsers.ts'
import { renderErrorPage } from './pages/page.ts'
import { wantsJson } from './public-address.ts'
import { inLanguageOf } from './request-language.ts'

/** The one place where errors become replies: refusals as the error-code table says, anything unexpected as a bare 500. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error, request)
  if (hasLeft(error, request)) request.log.info({ url: redactUrl(request.url) }, 'the client has left')
  else if (refusal.code === 'server.bug') {
    request.log.error({ bug: describeBug(error), method: request.method, url: redactUrl(request.url) }, 'bug')
  } else if (refusal.code === 'server.unavailable') {
    request.log.warn({ reason: (error as Error).message }, 'metadata database unavailable')
    reply.header('retry-after', '5')
  }
  return answerRefusal(refusal, request, reply)
}

/** The browser left before the first byte, which ends a stream early or aborts the work: not an error. */
function hasLeft(error: unknown, { raw }: FastifyRequest): boolean {
  if (!(error instanceof Error) || !raw.socket.destroyed) return false
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
}

export function answerRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // an earlier handler may have promised caching, a file or an encoding
  for (const name of ['content-encoding', 'content-disposition', 'etag', 'last-modified', 'cache-control']) {
    reply.removeHeader(name)
  }
  reply.code(refusal.status).header('cache-control', 'no-store')
  // errors may come from outside of the scope of the request, such as those of its body
  const { contentType, body } = inLanguageOf(request, () => writeRefusal(refusal, wantsJson(request)))
  return reply.header('content-type', contentType).send(body)
}

function writeRefusal(refusal: Refusal, isJson: boolean): { contentType: string; body: string } {
  if (shapeOf(refusal) === 'text') {
    return { contentType: 'text/plain; charset=utf-8', body: `${translatedMessage(refusal)}\n` }
  }
  if (isJson) {
    return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(errorBody(refusal)) }
  }
  const { status } = refusal
  return {
    contentType: 'text/html; charset=utf-8',
    body: renderErrorPage({ status, message: translatedMessage(refusal) }),
  }
}

function shapeOf({ code }: Refusal): ErrorShape | null {
  const row: { message: string; shape?: ErrorShape } = errorCodes[code]
  return row.shape ?? null
}

/** `{message, code, …details}`, or the job shape where the table says so. */
export function errorBody(refusal: Refusal): Record<string, unknown> {
  const message = translatedMessage(refusal)
  if (shapeOf(refusal) === 'job') return { job: { status: 4, error: message } }
  const { reason: _, ...details } = translatedDetails(refusal.details)
  return { ...details, message, code: refusal.code }
}

/** Fastify's errors with their own code. Its other 4xx errors are malformed requests. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_NOT_FOUND: 'not_found',
}

export function toRefusal(error: unknown, request?: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error)) return refuse('server.bug')
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = fastifyCodes[code ?? '']
  if (known !== undefined)
    return refuse(known, known === 'request.too_large' ? { limit: limitOf(request) } : {})
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return refuse('request.malformed')
  return refuse(isDatabaseUnavailable(error) ? 'server.unavailable' : 'server.bug')
}

function limitOf(request: FastifyRequest | undefined): string {
  const usual = isCalledForm(request?.headers['content-type']) ? formBodyLimit : jsonBodyLimit
  const kilobytes = (ownBodyLimit(request?.routeOptions?.config) ?? usual) / 1024
  return kilobytes < 1024 ? `${Math.round(kilobytes)} KB` : `${Math.round(kilobytes / 1024)} MB`
}

/** Network errors and SQLSTATEs for a lost connection: start-up, shutdown, too many clients, broken link. */
const unavailableCodes = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ],
  ...['ENOENT', '57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006'],
])
/** pg and pg-pool set no code on these. */
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'not queryable',
  'the database system is',
]

/** Whether this error of the metadata pool is transient (docs/reference/promises.md#r3). Any other error is a bug. */
export function isDatabaseUnavailable(error: Error): boolean {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return unavailableCodes.has(code) && !isFileError(error)
  return unavailableMessages.some((message) => error.message.includes(message))
}

/** A missing file also gives ENOENT; a missing PostgreSQL socket gives it from `connect`. */
function isFileError(error: Error): boolean {
  const { syscall } = error as { syscall?: unknown }
  return typeof syscall === 'string' && !['connect', 'read', 'write', 'getaddrinfo'].includes(syscall)
}
