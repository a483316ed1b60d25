import { t } from '#shared/messages/translate.ts'
import { type ComposedMail, composePersonalMail } from '../link-tokens/personal-mail.ts'

interface VerificationMail {
  name: string
  email: string
  /** public address of the instance */
  instance: string
  link: string
}

/** The mail with the link that verifies an address. */
export function composeVerificationMail({ name, email, instance, link }: VerificationMail): ComposedMail {
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
