import formbody from '@fastify/formbody'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { refuse } from '#shared/errors/refusal.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the route accepts only forms, of at most this many bytes */
    maxFormLength?: number
    /** body limit of a route in bytes that only admins may call */
    maxBodyLength?: number
  }
}

/** A query text may have a million characters of up to six bytes each (escaped), plus options. */
export const jsonBodyLimit = 8 * 1024 * 1024
export const formBodyLimit = 64 * 1024
/** Anonymous callers only send forms and the parameter values of shared dashboards. */
const anonymousBodyLimit = 256 * 1024
/** Limit for callers with the API key of a query: they send parameter values, and such keys are widely shared. */
const queryKeyBodyLimit = 1024 * 1024
/** A request must arrive within this time, so that slow connections cannot pile up (docs/reference/promises.md#s19). */
const requestMilliseconds = 120_000
/** Parsers and serializers recurse, so nesting is limited. Stored visualization options nest about six levels. */
const maxNesting = 64
/** Checking and storing visits every part. The largest real options hold a few thousand. */
const maxParts = 50_000

/** Body limit of a route in bytes; undefined: the usual limits apply. */
export function ownBodyLimit(config: FastifyContextConfig | undefined): number | undefined {
  const { maxFormLength, maxBodyLength, endpoint } = config ?? {}
  const own = maxFormLength ?? maxBodyLength
  if (own !== undefined) return own
  if (endpoint?.access === 'anyone') return anonymousBodyLimit
  return endpoint?.acceptsQueryKey === true ? queryKeyBodyLimit : undefined
}

/**
 * Browser forms are parsed as forms, every other body as JSON, regardless of its content type
 * (docs/reference/api-conventions.md#request-bodies).
 */
export async function addBodyParsers(app: FastifyInstance): Promise<void> {
  app.server.requestTimeout = requestMilliseconds
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  // curl labels every body a form by default; requests with an API key never send real forms
  app.addHook('onRequest', async ({ headers, url, method, routeOptions }) => {
    const isForm = isCalledForm(headers['content-type'])
    if (routeOptions?.config?.maxFormLength !== undefined) {
      if (method === 'POST' && !isForm) throw refuse('request.form_needed')
      return
    }
    const isByKey = headers.authorization !== undefined || /[?&]api_key=/.test(url)
    if (isForm && isByKey) headers['content-type'] = 'application/json'
  })
  await app.register(formbody, { bodyLimit: formBodyLimit })
  // an error thrown inside the form parser would end the process
  app.addHook('preValidation', async ({ headers, body }) => {
    const refusal = isCalledForm(headers['content-type']) ? refuseUnstorable(body) : null
    if (refusal !== null) throw refusal
  })
  app.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit: jsonBodyLimit },
    (request, text, done) => {
      if (text.trim() === '') {
        done(null, undefined)
        return
      }
      const large = refuseLarge(text)
      if (large !== null) {
        done(large, undefined)
        return
      }
      parseJson(request, text, (error, body) => {
        const refusal = error ?? refuseUnstorable(body)
        done(refusal, refusal === null ? body : undefined)
      })
    },
  )
}

export function isCalledForm(contentType = ''): boolean {
  return /^\s*application\/x-www-form-urlencoded\b/i.test(contentType)
}

/**
 * The same refusals for a JSON text, before it is parsed: 8 MB of `{},{},…` would become a gigabyte of objects. Other
 * faults of the text are left to the parser.
 */
export function refuseLarge(text: string): Error | null {
  let depth = 0
  let parts = 0
  /** the container that was opened last has no part yet */
  let isEmpty = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character <= space) continue
    if (character === closingBracket || character === closingBrace) {
      depth--
      isEmpty = false
      continue
    }
    if (isEmpty || character === comma) {
      isEmpty = false
      if (++parts > maxParts) return tooManyParts()
    }
    if (character === openingBracket || character === openingBrace) {
      if (++depth > maxNesting) return tooDeep()
      isEmpty = true
    } else if (character === quote) {
      at = endOfString(text, at + 1)
    }
  }
  return null
}

const [space, quote, comma, backslash] = [0x20, 0x22, 0x2c, 0x5c]
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The place of the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start
  for (; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) break
    if (character === backslash) at++
  }
  return at
}

function tooDeep(): Error {
  return refuse('request.invalid', {
    reason: phrase('The body is nested deeper than {count} levels.', { count: maxNesting }),
  })
}

function tooManyParts(): Error {
  return refuse('request.invalid', {
    reason: phrase('The body has more than {count} fields and list items.', {
      count: maxParts.toLocaleString('en-US'),
    }),
  })
}

/** The refusal for strings that PostgreSQL cannot store, too deep nesting or too many parts; null when the body is fine. */
export function refuseUnstorable(body: unknown): Error | null {
  const open: { value: unknown; depth: number; path: string }[] = [{ value: body, depth: 0, path: '' }]
  let parts = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth, path } = next
    if (typeof value === 'string') {
      const refusal = refuseText(value, path)
      if (refusal !== null) return refusal
    }
    if (typeof value !== 'object' || value === null) continue
    if (depth >= maxNesting) return tooDeep()
    const fields = Object.entries(value)
    parts += fields.length
    if (parts > maxParts) return tooManyParts()
    for (const [key, field] of fields) {
      const refusal = refuseText(key, path)
      if (refusal !== null) return refusal
      open.push({ value: field, depth: depth + 1, path: path === '' ? key : `${path}.${key}` })
    }
  }
  return null
}

/** Refuses NUL, and lone surrogates, which UTF-8 cannot encode. */
function refuseText(text: string, path: string): Error | null {
  if (text.includes('\0')) return refuseAt(path, phrase('texts must not contain the character U+0000.'))
  if (text.isWellFormed()) return null
  return refuseAt(path, phrase('texts must be well-formed Unicode, without lone surrogates.'))
}

/** `path`: path of the field; `''` for the body itself */
function refuseAt(path: string, reason: Phrase): Error {
  if (path === '') return refuse('request.invalid', { reason: phrase('The body: {reason}', { reason }) })
  const field = path.slice(0, 200)
  return refuse('request.invalid', { reason: phrase('{field}: {reason}', { field, reason }), field })
}
