import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Nullable, Timestamp } from '../http/schemas.ts'
import { maxPasswordLength } from '../users/password-rule.ts'

/** How the logged-in user can prove their identity again. */
export const Proof = Type.Object({
  /** until when the last proof counts; null: a proof is needed now */
  fresh_until: Nullable(Timestamp),
  /** the password is accepted as proof */
  asks_password: Type.Boolean(),
  /** a code of the second factor is accepted as proof */
  asks_code: Type.Boolean(),
})
export type Proof = Static<typeof Proof>

/** For the user. A new login is a proof, too, if its method asks the user. */
export const getProof = endpoint({
  method: 'GET',
  path: '/api/session/proof',
  access: 'signed-in',
  isForEnrolment: true,
  scope: 'admin',
  reply: Proof,
})

/**
 * Takes the password or a code of the second factor. Counts for ten minutes in this browser, which gets new
 * session cookies. Users whom a token logs in get a session
 * for it.
 */
export const giveProof = endpoint({
  method: 'POST',
  path: '/api/session/proof',
  access: 'signed-in',
  isForEnrolment: true,
  scope: 'admin',
  body: Type.Object({
    password: Type.Optional(Type.String({ maxLength: maxPasswordLength })),
    code: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: Proof,
  errors: [
    'auth.session_needed',
    'auth.password_again',
    'auth.wrong_code',
    'user.wrong_password',
    'request.rate_limited',
  ],
})
