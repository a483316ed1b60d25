import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'

/**
 * The button of the page that a link in a mail leads to: it proves the address. The same answer to who asks again
 * (docs/reference/api-access.md#links-by-mail). A look at the page proves nothing, since programs that read mails
 * follow their links.
 */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/verify/:token',
  access: 'anyone',
  params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 1000 }) }),
  reply: Type.Object({ message: Type.String() }),
  errors: ['link.bad_verification', 'request.csrf'],
})

/** Sends the caller a link that proves his e-mail address; nothing is sent when it is proved already. */
export const sendVerificationEmail = endpoint({
  method: 'POST',
  path: '/verification_email/',
  access: 'signed-in',
  reply: Type.Object({ message: Type.String() }),
  errors: ['request.rate_limited', 'mail.not_configured'],
})
