import { afterAll, beforeAll, expect } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from './app-under-test.ts'
import { createDataSource, createUser } from './factories.ts'

interface ListedVersion {
  id: number
  version: number
  kind: string
  user: { id: number } | null
  changed: string[]
}

interface World {
  sextant: AppUnderTest
  admin: Caller
  /** the owner of the queries */
  member: Caller
  grantee: Caller
  granteeId: number
  source: { id: number }
}

/** For a test file about versions of queries: an application with its users, and what they do. */
export function versionsUnderTest() {
  const world = {} as World
  beforeAll(async () => {
    const sextant = await appUnderTest()
    const granted = await createUser(sextant.context)
    Object.assign(world, {
      sextant,
      admin: await sextant.as(sextant.admin),
      member: await sextant.as(sextant.member),
      grantee: await sextant.as(granted),
      granteeId: granted.id,
      source: await createDataSource(sextant.context, {
        groups: { [sextant.organization.defaultGroup]: false, [sextant.viewerGroup]: true },
      }),
    } satisfies World)
  })
  afterAll(() => world.sextant?.close())

  /** oldest first */
  const history = async (id: number): Promise<ListedVersion[]> =>
    (await world.member.get(`/api/queries/${id}/versions?page_size=250`)).json().results.reverse()
  return {
    world,
    history,
    async create(more: object = {}) {
      const query = { data_source_id: world.source.id, query: 'select 1', name: 'One', ...more }
      return (await world.member.post('/api/queries', query)).json()
    },
    share: (id: number, userId = world.granteeId) =>
      world.member.post(`/api/queries/${id}/acl`, { access_type: 'modify', user_id: userId }),
    async save(caller: Caller, id: number, body: object) {
      const reply = await caller.post(`/api/queries/${id}`, body)
      expect(reply.statusCode).toBe(200)
      return reply.json()
    },
    snapshot: async (id: number, version: ListedVersion | undefined) =>
      (await world.member.get(`/api/queries/${id}/versions/${version?.id}`)).json().snapshot,
    kinds: async (id: number) =>
      (await history(id)).map(({ version, kind, changed }) => [version, kind, changed.join()]),
    restore: (caller: Caller, id: number, version: ListedVersion | undefined, body: object = {}) =>
      caller.post(`/api/queries/${id}/versions/${version?.id}/restore`, body),
  }
}
