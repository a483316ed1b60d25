import { type ServerContext, sendMail } from '#server/kernel/index.ts'
import { composeFailureMail } from './failure-mail.ts'
import { attachToMail, claimFailures, deleteUntellable, listOwnersToTell } from './failure-store.ts'

/**
 * One mail for each owner with all failures since the last one. The mail and what it tells of are bound together in one
 * transaction: two workers never tell the same, and the reports go only when the mail server has taken the mail.
 */
export async function queueFailureMails({ db, config }: Pick<ServerContext, 'db' | 'config'>): Promise<void> {
  await deleteUntellable(db)
  if (config.mailDefaultSender === null) return
  for (const owner of await listOwnersToTell(db)) {
    await db.transaction().execute(async (tx) => {
      const failures = await claimFailures(tx, owner.id)
      if (failures.length === 0) return
      const mailId = await sendMail(tx, { to: owner.email, ...composeFailureMail(failures, config) })
      await attachToMail(
        tx,
        failures.map((failure) => failure.id),
        mailId,
      )
    })
  }
}
