import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { allEndpoints, routeKey } from './all-endpoints.ts'

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

it('endpoints that accept a query key have that query in their path', () => {
  const wrong = endpoints.filter(
    ({ endpoint }) =>
      endpoint.acceptsQueryKey && !/^\/api\/queries\/:(id|query_id)(\/|$)/.test(endpoint.path),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})
