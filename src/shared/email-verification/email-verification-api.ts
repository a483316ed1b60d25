import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'

/**
 * Verifies an address: the button on the page that a mailed link opens, in a session of its user. A repeated request gets the same reply
 * (docs/reference/api-access.md#links-by-mail). Opening the page proves nothing, because mail programs follow links.
 */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/verify/:token',
  access: 'anyone',
  params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 1000 }) }),
  reply: Type.Object({ message: Type.String() }),
  errors: [
    'link.bad_verification',
    'link.other_account',
    'auth.required',
    'auth.session_needed',
    'request.csrf',
  ],
})

/** Sends the caller a link to verify their email address; sends nothing if it is already verified. */
export const sendVerificationEmail = endpoint({
  method: 'POST',
  path: '/verification_email/',
  access: 'signed-in',
  scope: 'admin',
  reply: Type.Object({ message: Type.String() }),
  errors: ['request.rate_limited', 'mail.not_configured'],
})
