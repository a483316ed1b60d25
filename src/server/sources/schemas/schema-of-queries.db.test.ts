import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createResult } from '#test/factories.ts'

let app: AppUnderTest
let path: string
/** tables of the schema, by the name of their query */
let names: (caller: Caller) => Promise<string[]>
const ids = { open: 0, secret: 0, ownDraft: 0, otherDraft: 0 }

beforeAll(async () => {
  app = await appUnderTest()
  const { adminGroup, defaultGroup } = app.organization
  const groups = { [defaultGroup]: false, [app.viewerGroup]: true }
  const results = await createDataSource(app.context, { type: 'results', options: {}, groups })
  const open = await createDataSource(app.context, { groups })
  const secret = await createDataSource(app.context, { groups: { [adminGroup]: false } })
  const add = async (data_source_id: number, rest: Parameters<typeof createQuery>[1] = {}) => {
    const { id: latest_result_id } = await createResult(app.context, { data_source_id })
    const user_id = app.admin.id
    return (await createQuery(app.context, { data_source_id, latest_result_id, user_id, ...rest })).id
  }
  ids.open = await add(open.id, { name: 'Open' })
  ids.secret = await add(secret.id, { name: 'Secret' })
  ids.ownDraft = await add(open.id, { name: 'Own draft', user_id: app.member.id, is_draft: true })
  ids.otherDraft = await add(open.id, { name: 'Other draft', is_draft: true })
  await add(open.id, { name: 'Archived', is_archived: true })
  await createQuery(app.context, { data_source_id: open.id, name: 'Never run' })
  path = `/api/data_sources/${results.id}/schema`
  names = async (caller) => {
    const { schema } = (await caller.get(path)).json<{ schema: { description: string }[] }>()
    return schema.map(({ description }) => description).sort()
  }
})
afterAll(() => app?.close())

describe('the schema of Query Results', () => {
  it('has the queries that a person may view, with their own drafts only', async () => {
    expect(await names(await app.as(app.member))).toEqual(['Open', 'Own draft'])
    expect(await names(await app.as(app.viewer))).toEqual(['Open'])
    expect(await names(await app.as(app.admin))).toEqual(['Open', 'Other draft', 'Secret'])
  })

  it('names tables and columns as texts do', async () => {
    const { schema } = (await (await app.as(app.viewer)).get(path)).json()
    expect(schema).toEqual([{ name: `query_${ids.open}`, description: 'Open', columns: expect.any(Array) }])
  })

  it('is read again each time', async () => {
    const member = await app.as(app.member)
    expect((await member.get(`${path}?refresh=true`)).json().schema).toHaveLength(2)
  })

  it('is for people with access to the data source', async () => {
    expect((await app.anonymous.get(path)).statusCode).toBe(401)
    expect((await (await app.as(app.outsider)).get(path)).statusCode).toBe(403)
  })
})
