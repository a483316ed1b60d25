import type { Db } from '../db/database.ts'
import { insertMail } from './mail-store.ts'

export interface Mail {
  /** one address */
  to: string
  subject: string
  text: string
  /** an HTML fragment or document; the caller must escape its content */
  html: string
}

/**
 * Puts a mail into the outbox. A worker sends it to the mail server and retries while that is down. With a transaction
 * as `db`, the mail is sent only if the transaction commits. Returns its id.
 */
export async function sendMail(db: Db, mail: Mail): Promise<number> {
  return await insertMail(db, {
    recipient: oneLine(mail.to),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
  })
}

/** Names end up in headers, so characters that could start another header become a space. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
