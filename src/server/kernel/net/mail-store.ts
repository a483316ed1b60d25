import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { MailsTable } from '../db/tables.ts'

export type StoredMail = Selectable<MailsTable>
export type NewMail = Pick<StoredMail, 'recipient' | 'subject' | 'text' | 'html'>

/** Stores a mail and calls for the job that sends it, in one statement. Answers its id. */
export async function insertMail(db: Db, mail: NewMail): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with stored as (
      insert into mails (recipient, subject, text, html)
      values (${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html}) returning id
    ), called as (
      select graphile_worker.add_job('send_mails', '{}', max_attempts := 1, job_key := 'send_mails') from stored
    )
    select stored.id from stored, called`.execute(db)
  return rows[0]?.id ?? 0
}

/** The mail that has waited longest, held until the transaction ends; null when none is due. */
export async function claimDueMail(tx: Db): Promise<StoredMail | null> {
  const mail = await tx
    .selectFrom('mails')
    .selectAll()
    .where('given_up_at', 'is', null)
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return mail ?? null
}

export async function deleteMail(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('mails').where('id', '=', id).execute()
}

/** Puts a mail off after a failure; `minutes` null: it is given up. */
export async function putOffMail(
  tx: Db,
  id: number,
  failure: { error: string; minutes: number | null },
): Promise<void> {
  const { error, minutes } = failure
  await tx
    .updateTable('mails')
    .set({
      attempts: sql<number>`attempts + 1`,
      last_error: error,
      ...(minutes === null
        ? { given_up_at: sql<Date>`now()` }
        : { due_at: sql<Date>`now() + make_interval(mins => ${minutes})` }),
    })
    .where('id', '=', id)
    .execute()
}

/** Mails that were given up can be looked at for a week. */
export async function deleteOldMails(db: Db): Promise<void> {
  await db.deleteFrom('mails').where('given_up_at', '<', sql<Date>`now() - interval '7 days'`).execute()
}
