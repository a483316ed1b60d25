import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoint } from '#shared/http/endpoint.ts'
import { getSession } from '#shared/session/session-api.ts'
import { ApiError } from './api-error.ts'
import { buildAddress, call, callAsNobody, callUnread, callUnreadInSession, callWithKey } from './call.ts'
import { markSessionRenewed, onSessionExpired } from './session-renewal.ts'

const readThing = endpoint({
  method: 'GET',
  path: '/api/things/:id',
  access: 'signed-in',
  params: Type.Object({ id: Type.Integer() }),
  query: Type.Object({ q: Type.Optional(Type.String()), tags: Type.Optional(Type.Array(Type.String())) }),
  reply: Type.Object({ name: Type.String() }),
})
const saveThing = endpoint({
  method: 'POST',
  path: '/api/things/:id',
  access: 'signed-in',
  params: Type.Object({ id: Type.Integer() }),
  body: Type.Object({ name: Type.String() }),
  reply: Type.Object({ name: Type.String() }),
})

type Answer = { status?: number; body?: unknown; text?: string } | Error

/** The edge of the browser: records what fetch sends and answers it. */
class Network {
  readonly requests: { address: string; init: RequestInit }[] = []
  readonly answers: Answer[] = []
}
let network: Network

beforeEach(() => {
  network = new Network()
  vi.stubGlobal('document', { cookie: 'other=1; csrf_token=first%2Btoken' })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    network.requests.push({ address, init })
    const answer = network.answers.shift()
    if (answer === undefined) throw new Error(`nothing is planned for ${address}`)
    if (answer instanceof Error) throw answer
    const text = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body))
    return new Response(answer.status === 204 ? null : text, { status: answer.status ?? 200 })
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const header = (request: number, name: string) =>
  (network.requests[request]?.init.headers as Record<string, string> | undefined)?.[name]

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw error
}

describe('a request', () => {
  it('is built from the declaration', async () => {
    network.answers.push({ body: { name: 'x' } })
    const query = { q: 'a b&c', tags: ['x', 'y'] }
    expect(await call(readThing, { params: { id: 7 }, query })).toEqual({ name: 'x' })
    expect(network.requests[0]?.address).toBe('/api/things/7?q=a+b%26c&tags=x&tags=y')
    expect(network.requests[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin' })
    expect(network.requests[0]?.init.body).toBeUndefined()
    expect(header(0, 'X-CSRF-TOKEN')).toBeUndefined()
  })

  it('carries body and CSRF token if it changes something', async () => {
    network.answers.push({ body: { name: 'y' } })
    await call(saveThing, { params: { id: 7 }, body: { name: 'y' } })
    expect(network.requests[0]?.init.body).toBe('{"name":"y"}')
    expect(header(0, 'X-CSRF-TOKEN')).toBe('first+token')
    expect(header(0, 'content-type')).toBe('application/json')
  })

  it('answers null for an empty body', async () => {
    network.answers.push({ status: 204 })
    expect(await call(saveThing, { params: { id: 7 }, body: { name: '' } })).toBeNull()
  })
})

describe('buildAddress', () => {
  it('escapes the values in the path', () => {
    expect(buildAddress('/api/x/:id/y', { id: '../a/b?c#d' })).toBe('/api/x/..%2Fa%2Fb%3Fc%23d/y')
  })

  it('omits absent values, and keeps false, 0 and the empty text', () => {
    const query = { a: undefined, b: null, c: false, d: 0, e: '' }
    expect(buildAddress('/x', {}, query)).toBe('/x?c=false&d=0&e=')
  })

  it('refuses a path without its value', () => {
    expect(() => buildAddress('/x/:id', {})).toThrow('needs "id"')
  })
})

describe('refusals', () => {
  it('carry status, code, message and body', async () => {
    const body = { message: 'No such type.', code: 'data_source.unknown_type' }
    network.answers.push({ status: 400, body })
    const error = await failure(call(saveThing, { params: { id: 1 }, body: { name: '' } }))
    expect(error).toMatchObject({
      status: 400,
      code: 'data_source.unknown_type',
      message: 'No such type.',
      body,
    })
  })

  it('are read from job-shaped bodies too', async () => {
    network.answers.push({ status: 400, body: { job: { status: 4, error: 'x is paused.' } } })
    const error = await failure(call(readThing, { params: { id: 1 }, query: {} }))
    expect(error).toMatchObject({ status: 400, code: null, message: 'x is paused.' })
  })

  it('contain at least the status if a proxy answers with HTML', async () => {
    network.answers.push({ status: 502, text: '<html>bad gateway</html>' })
    const error = await failure(call(readThing, { params: { id: 1 }, query: {} }))
    expect(error.message).toBe('The server answered with status 502.')
  })

  it('report an unreachable server', async () => {
    network.answers.push(new TypeError('Failed to fetch'))
    const error = await failure(call(readThing, { params: { id: 1 }, query: {} }))
    expect(error).toMatchObject({ status: 0, code: 'offline' })
    expect(error.message).toContain('Internet connection')
  })

  it('pass the AbortError of a cancelled call through', async () => {
    network.answers.push(new DOMException('gone', 'AbortError'))
    const promise = call(readThing, { params: { id: 1 }, query: {} })
    await expect(promise).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a stale CSRF token', () => {
  const refusal = { status: 400, body: { message: 'The CSRF token has expired.', code: 'request.csrf' } }

  it('is renewed through /ping, and the call repeated with the new one', async () => {
    network.answers.push(refusal, { text: 'PONG.' }, { body: { name: 'z' } })
    const promise = call(saveThing, { params: { id: 1 }, body: { name: 'z' } })
    await vi.waitFor(() => expect(network.requests.length).toBeGreaterThan(0))
    vi.stubGlobal('document', { cookie: 'csrf_token=second' })
    expect(await promise).toEqual({ name: 'z' })
    expect(network.requests.map(({ address }) => address)).toEqual([
      '/api/things/1',
      '/ping',
      '/api/things/1',
    ])
    expect(header(2, 'X-CSRF-TOKEN')).toBe('second')
  })

  it('is renewed for streamed answers, too', async () => {
    network.answers.push(refusal, { text: 'PONG.' }, { text: '{"a":1}\n{"b":2}' })
    const response = await callUnreadInSession(saveThing, { params: { id: 1 }, body: { name: 'z' } })
    expect(await response.text()).toBe('{"a":1}\n{"b":2}')
    expect(network.requests).toHaveLength(3)
    network.answers.push({ status: 403, body: { message: 'not this one' } })
    const refused = await failure(callUnreadInSession(saveThing, { params: { id: 1 }, body: { name: 'z' } }))
    expect(refused).toMatchObject({ status: 403, message: 'not this one' })
  })

  it('is renewed only once', async () => {
    network.answers.push(refusal, { text: 'PONG.' }, refusal)
    const error = await failure(call(saveThing, { params: { id: 1 }, body: { name: 'z' } }))
    expect(error.message).toContain('CSRF')
    expect(network.requests).toHaveLength(3)
  })

  it('is not assumed for other refusals', async () => {
    network.answers.push({ status: 400, body: { message: 'name: this field is required.' } })
    await failure(call(saveThing, { params: { id: 1 }, body: { name: '' } }))
    expect(network.requests).toHaveLength(1)
  })
})

describe('an expired session', () => {
  const ended = { status: 401, body: { message: "Couldn't find resource. Please login and try again." } }
  const opening = () =>
    new Promise<void>((resolve) => {
      onSessionExpired((expired) => expired && resolve())
    })

  it('opens one dialog for all calls, which continue after the login', async () => {
    const opened: boolean[] = []
    const unregister = onSessionExpired((expired) => opened.push(expired))
    network.answers.push(ended, ended)
    const both = Promise.all([
      call(readThing, { params: { id: 1 }, query: {} }),
      call(saveThing, { params: { id: 2 }, body: { name: 'b' } }),
    ])
    await vi.waitFor(() => expect(opened).toEqual([true]))
    await vi.waitFor(() => expect(network.requests).toHaveLength(2))
    network.answers.push({ body: { name: 'a' } }, { body: { name: 'b' } })
    markSessionRenewed()
    expect(await both).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(opened).toEqual([true, false])
    unregister()
  })

  it('is recognized by the message, whatever the status', async () => {
    network.answers.push({ ...ended, status: 404 })
    const promise = call(readThing, { params: { id: 1 }, query: {} })
    await opening()
    network.answers.push({ body: { name: 'a' } })
    markSessionRenewed()
    expect(await promise).toEqual({ name: 'a' })
  })

  it('is not assumed for a plain 404', async () => {
    network.answers.push({ status: 404, body: { message: 'The requested URL was not found.' } })
    expect((await failure(call(readThing, { params: { id: 1 }, query: {} }))).status).toBe(404)
    expect(network.requests).toHaveLength(1)
  })

  it('is not assumed for a 401 about a data source', async () => {
    network.answers.push({
      status: 401,
      body: { job: { error: 'Please select data source to run this query.' } },
    })
    expect((await failure(call(readThing, { params: { id: 1 }, query: {} }))).status).toBe(401)
  })

  it('is reported to the caller that requests the session itself', async () => {
    network.answers.push(ended)
    expect((await failure(call(getSession))).status).toBe(401)
  })

  it('is restored once: a second failure is an answer', async () => {
    network.answers.push(ended)
    const promise = failure(call(readThing, { params: { id: 1 }, query: {} }))
    await opening()
    network.answers.push(ended)
    markSessionRenewed()
    expect((await promise).status).toBe(401)
    expect(network.requests).toHaveLength(2)
  })

  it('opens no dialog if another request has only replaced its token', async () => {
    const opened: boolean[] = []
    const unregister = onSessionExpired((expired) => opened.push(expired))
    network.answers.push(ended)
    const promise = call(saveThing, { params: { id: 1 }, body: { name: 'a' } })
    await vi.waitFor(() => expect(network.requests).toHaveLength(1))
    // the cookies of the other request arrive after the refusal
    network.answers.push({ body: { name: 'a' } })
    vi.stubGlobal('document', { cookie: 'csrf_token=second' })
    expect(await promise).toEqual({ name: 'a' })
    expect(header(1, 'X-CSRF-TOKEN')).toBe('second')
    expect(opened).toEqual([])
    unregister()
  })

  it('is asked for after one repetition', async () => {
    network.answers.push(ended, ended)
    const promise = call(readThing, { params: { id: 1 }, query: {} })
    await vi.waitFor(() => expect(network.requests).toHaveLength(1))
    vi.stubGlobal('document', { cookie: 'csrf_token=second' })
    await opening()
    network.answers.push({ body: { name: 'a' } })
    markSessionRenewed()
    expect(await promise).toEqual({ name: 'a' })
  })

  it('may leave a stale token behind', async () => {
    network.answers.push({ status: 400, body: { message: 'The CSRF token has expired.' } }, {}, ended)
    const promise = call(saveThing, { params: { id: 1 }, body: { name: 'kept' } })
    await opening()
    network.answers.push(
      { status: 400, body: { message: 'The CSRF tokens do not match.' } },
      {},
      {
        body: { name: 'kept' },
      },
    )
    markSessionRenewed()
    expect(await promise).toEqual({ name: 'kept' })
    expect(network.requests.map(({ address }) => address)).toEqual([
      ...['/api/things/1', '/ping', '/api/things/1'],
      ...['/api/things/1', '/ping', '/api/things/1'],
    ])
    expect(network.requests.at(-1)?.init.body).toBe('{"name":"kept"}')
  })

  it('does not repeat a call that was cancelled in the meantime', async () => {
    const given = new AbortController()
    network.answers.push(ended)
    const promise = call(readThing, { params: { id: 1 }, query: {}, signal: given.signal })
    await vi.waitFor(() => expect(network.requests).toHaveLength(1))
    given.abort()
    await new Promise((resolve) => setTimeout(resolve, 5))
    markSessionRenewed()
    await expect(promise).rejects.toMatchObject({ name: 'AbortError' })
    expect(network.requests).toHaveLength(1)
  })
})

describe('without a session', () => {
  const request = { params: { id: 5 }, body: { name: 'x' } }

  it('sends neither cookies nor a key, and stores none', async () => {
    network.answers.push({ body: { name: 'x' } }, { body: { name: 'x' } })
    await callAsNobody(saveThing, request)
    await callUnread(null, saveThing, request)
    for (const [index, { init }] of network.requests.entries()) {
      expect(init.credentials).toBe('omit')
      expect(header(index, 'authorization')).toBeUndefined()
      expect(header(index, 'X-CSRF-TOKEN')).toBeUndefined()
    }
  })

  it('opens no login dialog', async () => {
    network.answers.push({ status: 401, body: { message: 'please login' } })
    expect(await failure(callAsNobody(saveThing, request))).toMatchObject({ status: 401 })
    expect(network.requests).toHaveLength(1)
  })
})

describe('with an API key', () => {
  const key = 'of-the-query'
  const request = { params: { id: 5 }, body: { name: 'x' } }

  it('sends the key in a header, and no session', async () => {
    network.answers.push({ body: { name: 'x' } }, { body: { name: 'x' } })
    await callWithKey(key)(saveThing, request)
    await callUnread(key, saveThing, request)
    for (const [index, { address, init }] of network.requests.entries()) {
      expect(address).toBe('/api/things/5')
      expect(init.credentials).toBe('omit')
      expect(header(index, 'authorization')).toBe('Key of-the-query')
      expect(header(index, 'X-CSRF-TOKEN')).toBeUndefined()
    }
  })

  it('opens no login dialog, and does not retry', async () => {
    for (const status of [401, 400]) {
      network.answers.push({ status, body: { message: 'CSRF: please login' } })
      expect(await failure(callWithKey(key)(saveThing, request))).toMatchObject({ status })
    }
    expect(network.requests).toHaveLength(2)
  })

  it('leaves the answer unread, but reads a refusal', async () => {
    network.answers.push({ text: '{"large":1}' }, { status: 403, body: { job: { error: 'not this one' } } })
    const response = await callUnread(key, saveThing, request)
    expect(await response.text()).toBe('{"large":1}')
    const refused = await failure(callUnread(key, saveThing, request))
    expect(refused).toMatchObject({ status: 403, message: 'not this one' })
  })
})
