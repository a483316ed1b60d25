import { expect } from 'vitest'
import type { Db } from '#server/kernel/index.ts'
import type { AppUnderTest } from './app-under-test.ts'

/** Makes the request while an uncommitted transaction has made the change, and finishes that when the request waits. */
export async function duringChange<T>(
  app: AppUnderTest,
  change: (tx: Db) => Promise<unknown>,
  request: () => Promise<T>,
): Promise<T> {
  const isWaiting = async () => {
    const { rows } = await app.context.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }
  const { reply } = await app.context.db.transaction().execute(async (tx) => {
    await change(tx)
    const underWay = request()
    await expect.poll(isWaiting).toBe(true)
    return { reply: underWay }
  })
  return await reply
}
