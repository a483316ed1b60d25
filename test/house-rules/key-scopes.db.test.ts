import { afterAll, beforeAll, expect, it } from 'vitest'
import { type KeyScope, keyScopes, scopeOf } from '#shared/permissions/key-scope.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createApiKey } from '#test/create-api-key.ts'
import { routeKey } from './all-endpoints.ts'

let app: AppUnderTest
const keys = {} as Record<KeyScope, Caller>
beforeAll(async () => {
  app = await appUnderTest({ config: { loginsPerHour: 100_000 } })
  for (const scope of keyScopes) {
    const { api_key } = await createApiKey(app.context, { user_id: app.admin.id, scopes: [scope] })
    keys[scope] = app.withKey(api_key)
  }
})
afterAll(() => app.close())

const routes = () => app.app.routeList.filter(({ method, isFile }) => method !== 'HEAD' && !isFile)

/** Of ids that do not exist: what matters is whether the key may ask. */
async function refusedTo(
  scope: KeyScope,
  { method, path }: { method: string; path: string },
): Promise<string> {
  const reply = await keys[scope].request(method as 'GET', path.replace(/:\w+/g, '999999'), {})
  return reply.statusCode === 403 ? (reply.json<{ code: string }>().code ?? '') : ''
}

/** `read` is in all of them, and `admin` has all. */
const opens = (scope: KeyScope, needed: KeyScope) =>
  needed === 'read' || scope === needed || scope === 'admin'

it('every endpoint is open to keys with its scope, and closed to the others', async () => {
  const found: string[] = []
  const expected: string[] = []
  for (const route of routes()) {
    // what is open to anyone may not even look at the key
    if (route.endpoint === undefined || route.endpoint.access === 'anyone') continue
    const needed = scopeOf(route.endpoint)
    // a key with its scope, and all that have not
    for (const scope of keyScopes.filter((each) => each === needed || !opens(each, needed))) {
      const isRefused = (await refusedTo(scope, route)) === 'auth.scope_missing'
      found.push(`${routeKey(route)} needs ${needed}, ${scope} ${isRefused ? 'may not' : 'may'}`)
      expected.push(
        `${routeKey(route)} needs ${needed}, ${scope} ${opens(scope, needed) ? 'may' : 'may not'}`,
      )
    }
  }
  expect(found).toEqual(expected)
  expect(found.length).toBeGreaterThan(300)
})

it('pages for people are closed to keys with scopes, except those that an embed opens with a key', async () => {
  const open: string[] = []
  for (const route of routes()) {
    if (route.endpoint !== undefined) continue
    const address = route.path.replace(/:\w+/g, '999999')
    const reply = await keys.admin.request(route.method as 'GET', address)
    if (reply.statusCode !== 403) open.push(routeKey(route))
  }
  expect(open).toEqual(['GET /embed/query/:query_id/visualization/:visualization_id'])
})

it('an address that does not exist is not found, with any key', async () => {
  expect((await keys.read.get('/api/nothing')).statusCode).toBe(404)
})
