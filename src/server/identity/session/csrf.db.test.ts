import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, callerWith } from '#test/app-under-test.ts'

let app: AppUnderTest
let cookie: string
let token: string
beforeAll(async () => {
  app = await appUnderTest()
  const { headers } = await app.as(app.member)
  cookie = headers['cookie'] ?? ''
  token = headers['x-csrf-token'] ?? ''
})
afterAll(() => app.close())

const post = (headers: Record<string, string>) =>
  callerWith(app.app, { cookie, ...headers }).post('/api/queries/format', { query: 'select 1' })

it.each(['x-csrf-token', 'X-CSRF-TOKEN', 'X-CSRFToken'])('accepts the token in %s', async (name) => {
  expect((await post({ [name]: token })).statusCode).toBe(200)
})

it('accepts the token as a form field', async () => {
  const reply = await app.app.inject({
    method: 'POST',
    url: '/api/queries/format',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `query=select+1&csrf_token=${encodeURIComponent(token)}`,
  })
  expect(reply.statusCode).toBe(200)
})

it.each([
  ['none', {}, 'The CSRF token is missing.'],
  ['garbage', { 'x-csrf-token': 'garbage' }, 'The CSRF token is invalid.'],
])('refuses %s', async (_, headers, message) => {
  const reply = await post(headers as Record<string, string>)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ message, code: 'request.csrf' })
})

it("refuses another session's token", async () => {
  const theirs = (await app.as(app.outsider)).headers['x-csrf-token'] ?? ''
  const reply = await post({ 'x-csrf-token': theirs })
  expect(reply.json().message).toBe('The CSRF tokens do not match.')
})

it('GET /ping renews the cookie', async () => {
  const pong = await callerWith(app.app, { cookie }).get('/ping')
  expect([pong.statusCode, pong.body]).toEqual([200, 'PONG.'])
  const renewed = pong.cookies.find((each) => each.name === 'csrf_token')?.value ?? ''
  expect(renewed).not.toBe(token)
  expect((await post({ 'x-csrf-token': renewed })).statusCode).toBe(200)
})

it('GET /ping answers anonymous callers with a token that no session accepts', async () => {
  const pong = await app.anonymous.get('/ping')
  expect(pong.body).toBe('PONG.')
  const { headers } = browserWith(app.app, pong)
  const reply = await post({ 'x-csrf-token': headers['x-csrf-token'] ?? '' })
  expect(reply.json().message).toBe('The CSRF tokens do not match.')
})

it('checks the session before the token: anonymous callers get 401', async () => {
  expect((await app.anonymous.post('/api/queries/format', {})).statusCode).toBe(401)
})

it('logs out only when the user opens the page: neither images in a table nor other sites can do it', async () => {
  const browser = await app.as(app.viewer)
  const mine = { cookie: browser.headers['cookie'] ?? '' }
  const signedIn = async () => (await callerWith(app.app, mine).get('/api/session')).statusCode
  for (const forged of [
    { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' },
  ]) {
    const reply = await callerWith(app.app, { ...mine, ...forged }).get('/logout')
    expect([reply.statusCode, reply.headers['location'], reply.headers['set-cookie']]).toEqual([
      302,
      '/',
      undefined,
    ])
    expect(await signedIn()).toBe(200)
  }
  const visit = { ...mine, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }
  expect((await callerWith(app.app, visit).get('/logout')).headers['location']).toBe('/login')
  expect(await signedIn()).toBe(401)
})
