import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobKind } from '#server/kernel/index.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import { insertJobWithin, type NewJob } from './insert-job-store.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest()
})
afterAll(() => app?.close())

/** Two jobs of one user on one data source, of whom only one may wait. */
async function askTwice(kind: JobKind, first: Partial<NewJob>, second: Partial<NewJob>) {
  const { id: data_source_id } = await createDataSource(app.context)
  const { id: user_id, name } = app.member
  const job = { org_id: app.organization.id, kind, data_source_id, user_id, actor_name: name ?? '' }
  await app.context.db.deleteFrom('jobs').execute()
  const ids = []
  for (const own of [first, second])
    ids.push((await insertJobWithin(app.context.db, { ...job, ...own }, 1))?.id ?? null)
  return { first: ids[0], second: ids[1] }
}

describe('a user who may have no more jobs waiting', () => {
  it.each([
    ['estimate', { query_text: 'select 1', query_hash: 'a' }, { query_text: 'select 2', query_hash: 'b' }],
    ['file', { submitted: '{"file_id":1}' }, { submitted: '{"file_id":2}' }],
    ['level', { submitted: '{"level":"databases"}' }, { submitted: '{"level":"tables"}' }],
    ['query', { query_text: 'select 1', query_hash: 'a' }, { query_text: 'select 2', query_hash: 'b' }],
  ] as const)('is not given the %s of something else', async (kind, one, other) => {
    const { first, second } = await askTwice(kind, one, other)
    expect(first).toEqual(expect.any(String))
    expect(second).toBeNull()
  })

  it.each([
    ['level', { submitted: '{"level":"databases"}' }],
    ['query', { query_text: 'select 1', query_hash: 'a' }],
    ['schema', {}],
  ] as const)('joins a %s that is the same', async (kind, job) => {
    const { first, second } = await askTwice(kind, job, job)
    expect(second).toBe(first)
  })
})
