import { SextantError } from './errors.ts'

export interface ClientOptions {
  /** the address of the server: `https://sextant.example.com` */
  url: string
  /** an API key of a user */
  key: string
  /** Default: that of the platform. */
  fetch?: typeof fetch
}

export interface Request {
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Record<string, string | number | undefined>
  body?: unknown
  signal?: AbortSignal | undefined
}

/** Sends one request to the API and reads the JSON of its answer. Throws SextantError for every refusal. */
export type Send = <T>(path: string, request?: Request) => Promise<T>

export function createConnection({ url, key, fetch: send = fetch }: ClientOptions): Send {
  const base = new URL(url)
  if (!base.pathname.endsWith('/')) base.pathname += '/'
  return async <T>(path: string, { method = 'GET', query = {}, body, signal }: Request = {}) => {
    const address = new URL(path.replace(/^\//, ''), base)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) address.searchParams.set(name, String(value))
    }
    const reply = await send(address, {
      method,
      headers: {
        authorization: `Key ${key}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      // a redirect to another host must not get the key
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const text = await reply.text()
    if (!reply.ok) throw refusalOf(reply.status, text)
    if (text === '') return undefined as T
    try {
      return JSON.parse(text) as T
    } catch {
      throw new SextantError(reply.status, {
        code: 'not_json',
        message: `${address.origin} did not answer with JSON. Is it the address of a Sextant server?`,
      })
    }
  }
}

interface RefusalBody {
  message?: unknown
  code?: unknown
  field?: unknown
  job?: { error?: unknown }
}

function refusalOf(status: number, text: string): SextantError {
  let body: RefusalBody = {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) body = parsed as RefusalBody
  } catch {
    // a proxy in front of the server answers in HTML
  }
  const message = body.message ?? body.job?.error
  return new SextantError(status, {
    message: typeof message === 'string' ? message : `The server answered with status ${status}.`,
    ...(typeof body.code === 'string' ? { code: body.code } : {}),
    ...(typeof body.field === 'string' ? { field: body.field } : {}),
  })
}
