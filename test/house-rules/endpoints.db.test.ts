import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { allEndpoints, routeKey } from './all-endpoints.ts'

const openapi = JSON.parse(
  readFileSync(new URL('../../src/server/pages/api-docs/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, object> }
const endpoints = await allEndpoints()
let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest()
})
afterAll(() => app.close())

it('finds the endpoints at all', () => {
  expect(endpoints.length).toBeGreaterThan(30)
})

it('no two endpoints share a method and a path', () => {
  const keys = endpoints.map(({ endpoint }) => routeKey(endpoint))
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

it('every endpoint has a route', () => {
  const registered = new Set(app.app.routeList.map((route) => route.endpoint))
  const missing = endpoints.filter(({ endpoint }) => !registered.has(endpoint))
  expect(missing.map(({ name, endpoint }) => `${name}: ${routeKey(endpoint)}`)).toEqual([])
})

it('every route below /api is bound to an endpoint', () => {
  const declared = new Set(endpoints.map(({ endpoint }) => endpoint))
  const undeclared = app.app.routeList.filter(
    ({ path, endpoint }) => path.startsWith('/api') && (endpoint === undefined || !declared.has(endpoint)),
  )
  expect(undeclared.map(routeKey)).toEqual([])
})

/** Routes that the OpenAPI document leaves out, and why. */
const notForPrograms: Readonly<Record<string, RegExp>> = {
  'pages and forms for people who sign in':
    /^\/(setup|login|logout|ping|forgot|ldap|remote_user|oauth|saml|verification_email|verify|invite|reset|restore)(\/|$)/,
  'pages of the web and of embeds': /^\/(embed|public|custom-chart|charts?)(\/|$)/,
  'the help': /^\/help(\/|$)/,
}

it('every route for programs is in openapi.json', () => {
  const documented = new Set(
    Object.entries(openapi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, ':')}`),
    ),
  )
  const reasons = Object.values(notForPrograms)
  const missing = app.app.routeList.filter(
    ({ method, path, isFile }) =>
      method !== 'HEAD' &&
      !isFile &&
      !documented.has(`${method} ${path.replace(/:\w+/g, ':')}`) &&
      !reasons.some((reason) => reason.test(path)),
  )
  expect(missing.map(routeKey)).toEqual([])
  expect(documented.size).toBeGreaterThan(150)
})

it('/api/openapi.json and /api/docs answer to all, without outside hosts', async () => {
  const json = await app.anonymous.get('/api/openapi.json')
  expect(json.statusCode).toBe(200)
  expect(json.json()).toEqual(openapi)
  const page = await app.anonymous.get('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  const { etag } = page.headers
  const again = await app.anonymous.get('/api/docs', { headers: { 'if-none-match': String(etag) } })
  expect(again.statusCode).toBe(304)
})

it('endpoints that accept a query key have that query in their path', () => {
  const wrong = endpoints.filter(
    ({ endpoint }) =>
      endpoint.acceptsQueryKey && !/^\/api\/queries\/:(id|query_id)(\/|$)/.test(endpoint.path),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})
