import { setTimeout as delay } from 'node:timers/promises'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { forgetGoogleToken, type GoogleHost, googleToken } from '../credentials/google-credentials.ts'
import { startOf, textOf } from '../http-answer.ts'
import { cutObject } from '../json-cut.ts'
import type { BigqueryOptions } from './bigquery-options.ts'

const origin = 'https://bigquery.googleapis.com'
/** `drive`: tables may be sheets there. */
const scopes = ['https://www.googleapis.com/auth/bigquery', 'https://www.googleapis.com/auth/drive']

/** The service sends at most 20 MB in one answer, but one row may be longer. */
const maxAnswer = 130_000_000
const answerTooLong = 'BigQuery sent an answer of more than 130 MB.'
const maxAttempts = 6

export interface BigqueryLink {
  options: BigqueryOptions & { projectId: string }
  host: GoogleHost
}

/** An answer that is an error: `{"error": {"code": 404, "message": …, "errors": [{"reason": "notFound"}]}}`. */
export class ServiceRefusal extends QueryFailed {
  readonly status: number
  readonly reason: string
  constructor(message: string, status: number, reason: string) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

interface Call {
  method?: 'GET' | 'POST'
  query?: Readonly<Record<string, string>>
  body?: unknown
}

/**
 * A call of the API below the project; the answer by its members. A service that is busy is asked again: each call
 * changes nothing, or names the job that it is about.
 */
export async function callBigquery(
  link: BigqueryLink,
  path: string,
  { method = 'GET', query = {}, body }: Call,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const { options, host } = link
  const parameters = new URLSearchParams(query).toString()
  const address = `${origin}/bigquery/v2/projects/${encodeURIComponent(options.projectId)}${path}`
  let isRenewed = false
  for (let attempt = 1; ; attempt++) {
    const token = await googleToken(options.key, scopes, host, signal)
    const request = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const reply = await host.fetchServer(address + (parameters && `?${parameters}`), request, signal)
    if (reply.status === 200) return cutObject(await textOf(reply, maxAnswer, answerTooLong))
    const refusal = await refusalOf(reply)
    if (refusal.status === 401) {
      if (isRenewed) throw new ConnectionFailed(`BigQuery refuses the account: ${refusal.message}`)
      isRenewed = true
      forgetGoogleToken(options.key, scopes)
      continue
    }
    if (!comesAgain(refusal) || attempt >= maxAttempts) throw refusal
    await delay(250 * 2 ** attempt, undefined, { signal })
  }
}

function comesAgain({ status, reason }: ServiceRefusal): boolean {
  if (status === 403) return reason === 'rateLimitExceeded'
  return [429, 500, 502, 503, 504].includes(status)
}

async function refusalOf(reply: Response): Promise<ServiceRefusal> {
  const start = await startOf(reply)
  try {
    const { error } = JSON.parse(start) as { error?: { message?: unknown; errors?: { reason?: unknown }[] } }
    const message = typeof error?.message === 'string' ? error.message : start
    return new ServiceRefusal(message, reply.status, String(error?.errors?.[0]?.reason ?? ''))
  } catch {
    const shown = start
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return new ServiceRefusal(`BigQuery answered with status ${reply.status}: ${shown}`, reply.status, '')
  }
}
