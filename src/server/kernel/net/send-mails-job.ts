import type { ServerContext } from '../server-context.ts'
import { claimDueMail, deleteOldMails, deleteSentMail, putOffMail, type StoredMail } from './mail-store.ts'
import { type MailTransport, openMailTransport } from './mail-transport.ts'

type Needs = Pick<ServerContext, 'db' | 'config' | 'log' | 'clock'>

const maxPauseMinutes = 60
const giveUpMilliseconds = 3 * 24 * 60 * 60 * 1000

/** Time limit of an attempt, so that a very slow mail server cannot block the job. Shorter than a claim. */
const attemptSeconds = 120

/**
 * Sends every due mail to the mail server. A worker claims a mail first, so that no two workers send it. A failed mail is
 * postponed, longer each time, and given up after three days, or at once on a permanent refusal. While the server cannot
 * be reached, the remaining mails are not tried.
 */
export async function sendDueMails(needs: Needs): Promise<void> {
  const sender = needs.config.mailDefaultSender
  if (sender === null) return
  const transport = await openMailTransport(needs.config, sender)
  try {
    while (await sendNext(needs, transport));
  } finally {
    transport.close()
  }
  await deleteOldMails(needs.db)
}

/** false: nothing left to do for now. */
async function sendNext({ db, log, clock }: Needs, transport: MailTransport): Promise<boolean> {
  const mail = await claimDueMail(db)
  if (mail === null) return false
  try {
    await inTime(
      transport.hand({
        ...mail,
        recipients: [mail.recipient],
        key: `${mail.queued_at.getTime()}.${mail.id}`,
      }),
    )
  } catch (error) {
    const minutes = pauseMinutes(mail, error, clock())
    await putOffMail(db, mail, { error: messageOf(error), minutes })
    log.warn({ err: error, mail: mail.id, minutes }, 'A mail could not be handed to the mail server.')
    return isRefusal(error)
  }
  await deleteSentMail(db, mail)
  return true
}

async function inTime<T>(attempt: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`The mail server did not take the mail within ${attemptSeconds} seconds.`)),
    attemptSeconds * 1000,
  )
  try {
    return await Promise.race([attempt, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Minutes until the next attempt; null: give the mail up. */
function pauseMinutes(mail: StoredMail, error: unknown, now: Date): number | null {
  const isOld = now.getTime() - mail.queued_at.getTime() > giveUpMilliseconds
  if (isOld || (isRefusal(error) && !isTemporary(error))) return null
  return Math.min(2 ** (mail.attempts - 1), maxPauseMinutes)
}

/** Whether the server refused this mail, rather than failing altogether. */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

/** 4xx refusals are temporary (RFC 5321). */
function isTemporary(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown }
  return typeof responseCode === 'number' && responseCode < 500
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
