import { inDefaultLanguage, type ServerContext, sendMail } from '#server/kernel/index.ts'
import { composeFailureMail } from './failure-mail.ts'
import { attachToMail, claimFailures, deleteUndeliverable, listOwnersToNotify } from './failure-store.ts'

/**
 * Sends each owner one mail with all failures since the last one. One transaction binds the mail to its reports: two
 * workers never report the same failure, and the reports are deleted only after the mail server has accepted the mail.
 */
export async function queueFailureMails({ db, config }: Pick<ServerContext, 'db' | 'config'>): Promise<void> {
  await deleteUndeliverable(db)
  if (config.mailDefaultSender === null) return
  for (const owner of await listOwnersToNotify(db)) {
    await db.transaction().execute(async (tx) => {
      const failures = await claimFailures(tx, owner.id)
      if (failures.length === 0) return
      const mail = inDefaultLanguage(config, () => composeFailureMail(failures, config))
      const mailId = await sendMail(tx, { to: owner.email, ...mail })
      await attachToMail(
        tx,
        failures.map((failure) => failure.id),
        mailId,
      )
    })
  }
}
