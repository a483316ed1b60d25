import { t } from '#shared/messages/translate.ts'
import { escapeHtml } from '../pages/page.ts'

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
  const greeting = t('Hello {name},', { name })
  const request = t('please confirm that {email} is your email address by opening this link within 7 days:', {
    email,
  })
  const action = t('Verify my email address')
  const note = t(
    'You get this mail because somebody who is signed in to Sextant at {instance} gave this address. If that was not you, ignore it: nothing happens without the link.',
    { instance },
  )
  return {
    subject,
    text: [greeting, request, link, note].join('\n\n'),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; font-size: 14px; line-height: 1.5">
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(request)}</p>
<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>
<p style="word-break: break-all">${escapeHtml(link)}</p>
<p style="color: #5b616b">${escapeHtml(note)}</p>
</body></html>`,
  }
}
