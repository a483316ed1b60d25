import { composeMail, type MailPart } from '#shared/mails/mail-layout.ts'
import { t } from '#shared/messages/translate.ts'

/** A mail without its recipient. */
export interface ComposedMail {
  subject: string
  text: string
  html: string
}

interface PersonalMail {
  subject: string
  name: string
  /** what follows the greeting */
  says: string
  /** the button; its address is also written out, for mail programs without buttons or links */
  action?: { text: string; link: string }
  /** text after the button */
  more?: readonly MailPart[]
  /** why the recipient gets this mail */
  footer: string
}

/** A mail to one user about their own account. */
export function composePersonalMail({
  subject,
  name,
  says,
  action,
  more = [],
  footer,
}: PersonalMail): ComposedMail {
  const parts: MailPart[] = [
    { kind: 'text', text: t('Hello {name},', { name }) },
    { kind: 'text', text: says },
  ]
  if (action !== undefined) {
    const { text, link: href } = action
    parts.push({ kind: 'button', text, href }, { kind: 'address', href })
  }
  return { subject, ...composeMail({ title: subject, parts: [...parts, ...more], footer }) }
}
