import { STATUS_CODES } from 'node:http'
import { ConnectionFailed } from '#connectors/connector-errors.ts'
import { DeliveryFailed, type GuardedPost, type PostReply } from '#destinations/destination.ts'
import { type OutboundFetch, privateAddressRefusal } from '#server/kernel/index.ts'

const maxReplyBytes = 16_384
const maxQuoted = 300

/** 4xx statuses that are temporary; all others would fail again. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

/**
 * The post function of destinations: through the outbound guard, with a time-out for each post, without following
 * redirects. Dates in `Retry-After` are relative to `now`.
 */
export function guardedPost(
  fetch: OutboundFetch,
  { signal, now, timeout }: { signal: AbortSignal; now: () => Date; timeout: number },
): GuardedPost {
  return async (url, { headers, body }) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    const { reply, text } = await receive(fetch, url, { headers, body }, limited, signal, timeout)
    if (reply.ok) return { status: reply.status, text }
    throw refusalOf(reply, text, now())
  }
}

async function receive(
  fetch: OutboundFetch,
  url: string,
  request: { headers: Record<string, string>; body: string },
  limited: AbortSignal,
  signal: AbortSignal,
  timeout: number,
): Promise<{ reply: Response; text: PostReply['text'] }> {
  try {
    const reply = await fetch(url, { method: 'POST', ...request }, limited)
    return { reply, text: await readText(reply) }
  } catch (error) {
    if (signal.aborted) throw error
    if (limited.aborted) {
      throw new DeliveryFailed(`There was no answer within ${timeout / 1000} seconds.`, { cause: error })
    }
    if (!(error instanceof ConnectionFailed)) {
      throw new DeliveryFailed('The answer broke off.', { cause: error })
    }
    throw connectionFailure(error)
  }
}

function connectionFailure(error: ConnectionFailed): DeliveryFailed {
  const isPrivate = error.message === privateAddressRefusal
  const message = isPrivate
    ? 'This address is not a public one; the operator can open it with SEXTANT_ALLOWED_PRIVATE_HOSTS.'
    : error.message
  const isFinal =
    isPrivate || error.message.includes('is not a valid URL') || error.message.startsWith('Only http')
  return new DeliveryFailed(message, { isFinal, cause: error })
}

/** The beginning of the answer; the rest is not read. */
async function readText(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of reply.body ?? []) {
    const rest = maxReplyBytes - bytes
    text += decoder.decode(part.subarray(0, rest), { stream: true })
    bytes += part.length
    if (bytes >= maxReplyBytes) break
  }
  return text + decoder.decode()
}

function refusalOf(reply: Response, text: string, now: Date): DeliveryFailed {
  const { status } = reply
  const quoted = text.replace(/\s+/g, ' ').trim().slice(0, maxQuoted).toWellFormed()
  const named = `${status} ${STATUS_CODES[status] ?? ''}`.trim()
  const what = status >= 300 && status <= 399 ? `${named}, a redirect, which is not followed` : named
  return new DeliveryFailed(`The answer was ${what}${quoted === '' ? '.' : `: ${quoted}`}`, {
    status,
    retryAfter: readRetryAfter(reply.headers.get('retry-after'), now),
    isFinal: status < 500 && !passing.has(status),
  })
}

/** Seconds, or a date. */
function readRetryAfter(text: string | null, now: Date): number | null {
  if (text === null) return null
  if (/^\d+(\.\d+)?$/.test(text.trim())) return Math.ceil(Number(text))
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}
