import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'

/** Sends the caller a link that proves his e-mail address; nothing is sent when it is proved already. */
export const sendVerificationEmail = endpoint({
  method: 'POST',
  path: '/verification_email/',
  access: 'signed-in',
  reply: Type.Object({ message: Type.String() }),
  errors: ['request.rate_limited', 'mail.not_configured'],
})
