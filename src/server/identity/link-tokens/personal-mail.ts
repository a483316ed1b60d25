import { composeMail, type MailPart } from '#shared/mails/mail-layout.ts'
import { t } from '#shared/messages/translate.ts'

/** A mail but for whom it is sent to. */
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
  /** what the reader can do; its address is written out as well, for readers that show no buttons, or no links */
  action?: { text: string; link: string }
  /** after the button */
  more?: readonly MailPart[]
  /** why the reader gets it */
  footer: string
}

/** A mail to one person, about his own account. */
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
