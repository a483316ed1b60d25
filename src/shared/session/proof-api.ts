import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Nullable, Timestamp } from '../http/schemas.ts'
import { maxPasswordLength } from '../users/password-rule.ts'

/** How the person who is signed in can prove once more who it is. */
export const Proof = Type.Object({
  /** until when what they have entered counts; null: they have to prove it now */
  fresh_until: Nullable(Timestamp),
  /** the password proves it */
  asks_password: Type.Boolean(),
  /** a code of the second factor proves it */
  asks_code: Type.Boolean(),
})
export type Proof = Static<typeof Proof>

/** Oneself. A new log-in proves it always. */
export const getProof = endpoint({
  method: 'GET',
  path: '/api/session/proof',
  access: 'signed-in',
  reply: Proof,
})

/** The password, or a code of the second factor. It counts for ten minutes in this browser. */
export const giveProof = endpoint({
  method: 'POST',
  path: '/api/session/proof',
  access: 'signed-in',
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
