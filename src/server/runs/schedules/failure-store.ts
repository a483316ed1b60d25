import { sql } from 'kysely'
import { type Db, maySeeSource } from '#server/kernel/index.ts'
import type { FailureReport } from './failure-mail.ts'

/** Owners with failures that no mail has reported yet. */
export async function listOwnersToNotify(db: Db): Promise<{ id: number; email: string }[]> {
  return await db
    .selectFrom('users')
    .select(['users.id', 'users.email'])
    .where('disabled_at', 'is', null)
    .where('users.id', 'in', (eb) =>
      eb.selectFrom('scheduled_failures').where('mail_id', 'is', null).select('user_id'),
    )
    .orderBy('users.id')
    .execute()
}

/**
 * The failures of one owner that no other worker is reporting, oldest first, locked until the transaction ends.
 * Database error messages may quote data, so the owner must have access to it.
 */
export async function claimFailures(tx: Db, userId: number): Promise<(FailureReport & { id: number })[]> {
  return await tx
    .selectFrom('scheduled_failures')
    .innerJoin('queries', 'queries.id', 'scheduled_failures.query_id')
    .select(['scheduled_failures.id', 'query_id', 'queries.name', 'message', 'failed_at'])
    .select('scheduled_failures.schedule_failures')
    .where('scheduled_failures.user_id', '=', userId)
    .where(maySeeSource('scheduled_failures.user_id', 'queries.data_source_id'))
    .where('mail_id', 'is', null)
    .orderBy('failed_at')
    .orderBy('scheduled_failures.id')
    .forUpdate('scheduled_failures')
    .skipLocked()
    .execute()
}

/** Reports are deleted after the mail has been handed over. */
export async function attachToMail(tx: Db, ids: readonly number[], mailId: number): Promise<void> {
  await tx
    .updateTable('scheduled_failures')
    .set({ mail_id: mailId })
    .where(sql<boolean>`id = any(${ids as number[]}::integer[])`)
    .execute()
}

/**
 * Deletes reports without a recipient: the owner was disabled or may not see the data source, or the instance has had
 * no mail server for a week.
 */
export async function deleteUndeliverable(db: Db): Promise<void> {
  await sql`
    delete from scheduled_failures where mail_id is null and (failed_at < now() - interval '7 days'
      or user_id in (select id from users where disabled_at is not null)
      or exists (select from queries where queries.id = scheduled_failures.query_id
        and not ${maySeeSource('scheduled_failures.user_id', 'queries.data_source_id')}))`.execute(db)
}
