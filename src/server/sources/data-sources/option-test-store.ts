import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

export interface OptionTest {
  id: string
  type: string
  encrypted_options: Buffer
}

export async function insertOptionTest(db: Db, test: OptionTest): Promise<void> {
  await db.insertInto('option_tests').values(test).execute()
}

export async function findOptionTest(db: Db, id: string): Promise<OptionTest | null> {
  const row = await db
    .selectFrom('option_tests')
    .where('id', '=', id)
    .where('is_done', '=', false)
    .select(['id', 'type', 'encrypted_options'])
    .executeTakeFirst()
  return row ?? null
}

/** Stores the outcome; `failure` null: the connection works. Does nothing if the request has ended. */
export async function endOptionTest(db: Db, id: string, failure: string | null): Promise<void> {
  await db.updateTable('option_tests').set({ is_done: true, failure }).where('id', '=', id).execute()
}

/** null: not done yet */
export async function readOptionTest(db: Db, id: string): Promise<{ failure: string | null } | null> {
  const row = await db
    .selectFrom('option_tests')
    .where('id', '=', id)
    .where('is_done', '=', true)
    .select('failure')
    .executeTakeFirst()
  return row ?? null
}

export async function deleteOptionTest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('option_tests').where('id', '=', id).execute()
}

/** Those of web processes that ended while they waited: no test takes this long. */
export async function deleteLeftOptionTests(db: Db): Promise<void> {
  await sql`delete from option_tests where asked_at < now() - interval '10 minutes'`.execute(db)
}
