import { composeMail } from '#shared/mails/mail-layout.ts'
import { t } from '#shared/messages/translate.ts'

interface VerificationMail {
  name: string
  email: string
  /** public address of the instance */
  instance: string
  link: string
}

/** The mail with the link that proves an address. */
export function composeVerificationMail({ name, email, instance, link }: VerificationMail): {
  subject: string
  text: string
  html: string
} {
  const subject = t('{name}, please verify your email address', { name })
  const mail = composeMail({
    title: subject,
    parts: [
      { kind: 'text', text: t('Hello {name},', { name }) },
      {
        kind: 'text',
        text: t('please confirm that {email} is your email address by opening this link within 7 days:', {
          email,
        }),
      },
      { kind: 'button', text: t('Verify my email address'), href: link },
      // for readers that show no buttons, or no links
      { kind: 'address', href: link },
    ],
    footer: t(
      'You get this mail because somebody who is signed in to Sextant at {instance} gave this address. If that was not you, ignore it: nothing happens without the link.',
      { instance },
    ),
  })
  return { subject, ...mail }
}
