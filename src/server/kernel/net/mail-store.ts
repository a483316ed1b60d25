import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { MailsTable } from '../db/tables.ts'

export type StoredMail = Selectable<MailsTable>
export type NewMail = Pick<StoredMail, 'recipient' | 'subject' | 'text' | 'html'>

/** Stores a mail and queues the job that sends it, in one statement. Returns its id. */
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

/** How long a claim lasts; longer than any attempt. If a worker dies, its claimed mail is due again after this time. */
export const claimSeconds = 300

/**
 * Claims the mail that is due longest and counts an attempt; null when none is due. It is not due again before the claim
 * ends, so no other worker sends it in the meantime and no transaction stays open.
 */
export async function claimDueMail(db: Db): Promise<StoredMail | null> {
  const { rows } = await sql<StoredMail>`
    with due as (
      select id from mails where given_up_at is null and due_at <= now()
      order by due_at, id
      limit 1
      for update skip locked
    )
    update mails set attempts = attempts + 1, due_at = now() + make_interval(secs => ${claimSeconds})
    from due where mails.id = due.id
    returning mails.*`.execute(db)
  return rows[0] ?? null
}

/** One attempt. The number of attempts tells it from a later attempt of another worker. */
export type MailAttempt = Pick<StoredMail, 'id' | 'attempts'>

export async function deleteSentMail(db: Db, { id, attempts }: MailAttempt): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).where('attempts', '=', attempts).execute()
}

/** Postpones a mail after a failed attempt; `minutes` null: gives it up. */
export async function putOffMail(
  db: Db,
  { id, attempts }: MailAttempt,
  failure: { error: string; minutes: number | null },
): Promise<void> {
  const { error, minutes } = failure
  await db
    .updateTable('mails')
    .set({
      last_error: error,
      ...(minutes === null
        ? { given_up_at: sql<Date>`now()` }
        : { due_at: sql<Date>`now() + make_interval(mins => ${minutes})` }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Deletes mails that were given up a week ago; until then operators can inspect them. */
export async function deleteOldMails(db: Db): Promise<void> {
  await db.deleteFrom('mails').where('given_up_at', '<', sql<Date>`now() - interval '7 days'`).execute()
}
