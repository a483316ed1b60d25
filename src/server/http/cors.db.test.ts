import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createQuery, createResult } from '#test/factories.ts'

const named = 'https://reports.example.com'
const stranger = 'https://evil.example.com'

interface World {
  app: AppUnderTest
  query: { id: number; api_key: string }
  result: { id: number }
}

async function createWorld(config: { corsOrigins: string[]; corsCredentials?: boolean }): Promise<World> {
  const app = await appUnderTest({ config })
  const query = await createQuery(app.context)
  const result = await createResult(app.context, { query_id: query.id })
  return { app, query, result }
}

function resultPaths({ query, result }: World): string[] {
  return [
    `/api/queries/${query.id}/results`,
    `/api/queries/${query.id}/results.csv`,
    `/api/queries/${query.id}/results/${result.id}.json`,
    `/api/query_results/${result.id}`,
  ]
}

function ask(world: World, path: string, origin: string, options: { method?: 'OPTIONS'; key?: string } = {}) {
  const key = options.key ?? world.app.member.api_key
  return world.app.app.inject({
    method: options.method ?? 'GET',
    url: path,
    headers: {
      origin,
      ...(options.method === 'OPTIONS'
        ? { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
        : { authorization: `Key ${key}` }),
    },
  })
}

describe('with named origins', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ corsOrigins: [named], corsCredentials: true })
  })
  afterAll(() => world.app.close())

  it('pages of these origins can read results in any encoding', async () => {
    for (const path of resultPaths(world)) {
      for (const encoding of ['identity', 'gzip', 'zstd']) {
        const { app, member } = world.app
        const reply = await app.inject({
          url: path,
          headers: { origin: named, authorization: `Key ${member.api_key}`, 'accept-encoding': encoding },
        })
        expect(reply.statusCode, path).toBe(200)
        expect(reply.headers).toMatchObject({
          'access-control-allow-origin': named,
          'access-control-allow-credentials': 'true',
        })
        expect(String(reply.headers.vary).split(', ').sort(), path).toEqual(['accept-encoding', 'origin'])
      }
    }
  })

  it('pages of these origins can read refusals', async () => {
    const reply = await ask(world, `/api/queries/${world.query.id}/results`, named, { key: 'wrong' })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['access-control-allow-origin']).toBe(named)
  })

  it('preflights are answered without authentication', async () => {
    for (const path of [...resultPaths(world), '/api/query_results']) {
      const reply = await ask(world, path, named, { method: 'OPTIONS' })
      expect([reply.statusCode, reply.body], path).toEqual([200, ''])
      expect(reply.headers).toMatchObject({
        'access-control-allow-origin': named,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'Content-Type, Authorization',
      })
      expect(reply.cookies).toEqual([])
    }
  })

  it('pages of other origins get no CORS headers, but Vary names the origin', async () => {
    for (const origin of [stranger, `${named}.evil.example.com`, 'null', named.toUpperCase()]) {
      for (const path of resultPaths(world)) {
        const reply = await ask(world, path, origin)
        expect(reply.headers['access-control-allow-origin'], origin).toBeUndefined()
        expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
        expect(reply.headers.vary).toMatch('origin')
        expect((await ask(world, path, origin, { method: 'OPTIONS' })).statusCode).toBe(405)
      }
    }
  })

  it('other routes stay closed', async () => {
    for (const path of [
      '/api/session',
      '/api/config',
      '/api/queries',
      `/api/queries/${world.query.id}`,
      `/api/queries/${world.query.id}/resultsx`,
      '/api/query_resultsx',
      '/login',
      '/ping',
    ]) {
      const reply = await ask(world, path, named)
      expect(reply.headers['access-control-allow-origin'], path).toBeUndefined()
      expect(reply.headers.vary ?? '', path).not.toMatch('origin')
    }
  })
})

it('a wildcard allows every origin, but never with credentials', async () => {
  const world = await createWorld({ corsOrigins: ['*'], corsCredentials: true })
  const reply = await ask(world, `/api/queries/${world.query.id}/results`, stranger)
  expect(reply.headers).toMatchObject({
    'access-control-allow-origin': stranger,
    'access-control-allow-credentials': 'false',
  })
  await world.app.close()
})

it('without configured origins there are no CORS headers and no preflight', async () => {
  const world = await createWorld({ corsOrigins: [] })
  const path = `/api/queries/${world.query.id}/results`
  const reply = await ask(world, path, named)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  expect(reply.headers.vary ?? '').not.toMatch('origin')
  expect((await ask(world, path, named, { method: 'OPTIONS' })).statusCode).toBe(405)
  await world.app.close()
})
