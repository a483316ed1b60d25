import { setTimeout as delay } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createUser, type TestUser } from '#test/factories.ts'
import { issueLinkToken } from '../link-tokens/link-tokens.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest()
})
afterAll(() => app?.close())

const password = 'a new password'

async function linkOf({ id, email }: TestUser, purpose: 'password_reset' | 'verify_email' | 'restore_email') {
  const now = app.context.clock()
  return await issueLinkToken(app.context.db, { purpose, user_id: id, email }, now)
}

/**
 * Uses a link while a change of its user is in progress, and finishes the change when the link waits for it. A change
 * of a user locks the user, and then their links.
 */
async function useDuring(
  path: string,
  user: TestUser,
  change: (client: PoolClient) => Promise<unknown>,
  by: Caller = app.anonymous,
): Promise<number> {
  const client = await app.context.pool.connect()
  try {
    await client.query('begin')
    await client.query('update users set updated_at = now() where id = $1', [user.id])
    const using = by.post(path, { password })
    await untilWaiting()
    await change(client)
    await client.query('delete from link_tokens where user_id = $1 and used_at is null', [user.id])
    await client.query('commit')
    return (await using).statusCode
  } finally {
    // after a failure, the next test must not get an open transaction
    await client.query('rollback')
    client.release()
  }
}

async function untilWaiting(): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const { rows } = await app.context.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
    await delay(10)
  }
  throw new Error('The link did not wait for the change.')
}

it.each([
  ['reset', 'password_reset'],
  ['verify', 'verify_email'],
  ['restore', 'restore_email'],
] as const)('/%s waits for a change of the user, without a deadlock', async (path, purpose) => {
  const user = await createUser(app.context)
  const link = `/${path}/${await linkOf(user, purpose)}`
  const change = (client: PoolClient) =>
    client.query('update users set email = $2 where id = $1', [user.id, `moved-${user.email}`])
  // an address is verified in a session of its user
  const by = purpose === 'verify_email' ? await app.as(user) : app.anonymous
  expect(await useDuring(link, user, change, by)).toBe(400)
})

it('a link does not open an account that is being disabled', async () => {
  const user = await createUser(app.context)
  const link = `/reset/${await linkOf(user, 'password_reset')}`
  const disable = (client: PoolClient) =>
    client.query('update users set disabled_at = now() where id = $1', [user.id])
  expect(await useDuring(link, user, disable)).toBe(400)
  const sessions = app.context.db.selectFrom('sessions').where('user_id', '=', user.id).select('user_id')
  expect(await sessions.execute()).toEqual([])
})
