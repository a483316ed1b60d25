import { instanceOfMails, limitRate, type ServerContext, sendMail } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { t } from '#shared/messages/translate.ts'
import { issueLinkToken } from '../link-tokens/link-tokens.ts'
import { type ComposedMail, composePersonalMail } from '../link-tokens/personal-mail.ts'
import { findAddress } from './email-verification-store.ts'

const mailsPerHour = 10

/**
 * Mails a user the link that verifies their address; sends nothing when it is verified. Links of earlier mails
 * stay valid until one is used.
 */
export async function requestVerification(
  context: Pick<ServerContext, 'db' | 'config' | 'clock'>,
  userId: number,
): Promise<void> {
  const { db, config, clock } = context
  const user = await findAddress(db, userId)
  if (user === null || user.is_email_verified) return
  const instance = instanceOfMails(config)
  if (instance === null) throw refuse('mail.not_configured')
  await limitRate(context, {
    name: 'verification_email',
    caller: `user ${userId}`,
    perHour: mailsPerHour,
  })
  const { name, email } = user
  await db.transaction().execute(async (tx) => {
    const token = await issueLinkToken(tx, { purpose: 'verify_email', user_id: userId, email }, clock())
    await sendMail(tx, {
      to: email,
      ...composeVerificationMail({ name, email, instance, link: `${instance}/verify/${token}` }),
    })
  })
}

interface VerificationMail {
  name: string
  email: string
  /** public address of the instance */
  instance: string
  link: string
}

/** The mail with the link that verifies an address. */
function composeVerificationMail({ name, email, instance, link }: VerificationMail): ComposedMail {
  return composePersonalMail({
    subject: t('{name}, please verify your email address', { name }),
    name,
    says: t(
      'please confirm that {email} is your email address: open this link within 7 days and press the button there.',
      {
        email,
      },
    ),
    action: { text: t('Verify my email address'), link },
    footer: t(
      'You get this mail because someone who is signed in to Sextant at {instance} gave this address. If that was not you, ignore it: nothing happens without the link.',
      { instance },
    ),
  })
}
