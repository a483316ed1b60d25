import type { ServerContext } from '../server-context.ts'
import { claimDueMail, deleteMail, deleteOldMails, putOffMail, type StoredMail } from './mail-store.ts'
import { type MailTransport, openMailTransport } from './mail-transport.ts'

type Needs = Pick<ServerContext, 'db' | 'config' | 'log' | 'clock'>

const maxPauseMinutes = 60
const patienceMilliseconds = 3 * 24 * 60 * 60 * 1000

/**
 * Hands every mail that is due to the mail server; each is held in PostgreSQL meanwhile, so that no two workers send it.
 * A mail that fails is put off, for longer each time, and given up after three days, or at once when it was refused for
 * good. While the server cannot be reached, the others are not tried.
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

/** false: nothing is left to do now. */
async function sendNext({ db, log, clock }: Needs, transport: MailTransport): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const mail = await claimDueMail(tx)
    if (mail === null) return false
    try {
      await transport.hand({
        ...mail,
        recipients: [mail.recipient],
        key: `${mail.queued_at.getTime()}.${mail.id}`,
      })
    } catch (error) {
      const minutes = pauseMinutes(mail, error, clock())
      await putOffMail(tx, mail.id, { error: messageOf(error), minutes })
      log.warn({ err: error, mail: mail.id, minutes }, 'A mail could not be handed to the mail server.')
      return isRefusal(error)
    }
    await deleteMail(tx, mail.id)
    return true
  })
}

/** Minutes until the next attempt; null: the mail is given up. */
function pauseMinutes(mail: StoredMail, error: unknown, now: Date): number | null {
  const isOld = now.getTime() - mail.queued_at.getTime() > patienceMilliseconds
  if (isOld || (isRefusal(error) && !isPassing(error))) return null
  return Math.min(2 ** mail.attempts, maxPauseMinutes)
}

/** Did the server speak about this very mail, rather than fail as a whole? */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

/** Refusals of the 400s are meant for the moment (RFC 5321). */
function isPassing(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown }
  return typeof responseCode === 'number' && responseCode < 500
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
