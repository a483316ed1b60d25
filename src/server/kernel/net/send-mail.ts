import type { Db } from '../db/database.ts'
import { insertMail } from './mail-store.ts'

export interface Mail {
  /** one address */
  to: string
  subject: string
  text: string
  /** a fragment or a document; whoever composes it escapes what it shows */
  html: string
}

/**
 * Puts a mail into the outbox; a worker hands it to the mail server and tries again while that is down. With a
 * transaction as `db` the mail is on its way exactly when the transaction holds. Answers its id.
 */
export async function sendMail(db: Db, mail: Mail): Promise<number> {
  return await insertMail(db, {
    recipient: oneLine(mail.to),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
  })
}

/** Names end up in headers: whatever could start another header becomes a space. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
