import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { IdParams, Nullable, Timestamp } from '../http/schemas.ts'
import { SignedIn } from '../session/session-api.ts'
import { maxPasswordLength } from '../users/password-rule.ts'

export const SecondFactor = Type.Object({
  is_on: Type.Boolean(),
  since: Nullable(Timestamp),
  recovery_codes_left: Type.Integer(),
  /** false: changes require a recent login instead, because there is no password */
  asks_password: Type.Boolean(),
  /** the organization requires one: it cannot be switched off */
  is_required: Type.Boolean(),
})
export type SecondFactor = Static<typeof SecondFactor>

/** Shown once, at the start of an enrolment. */
export const SecondFactorSecret = Type.Object({
  /** base32, for typing */
  secret: Type.String(),
  /** `otpauth://…`, for a QR code */
  address: Type.String(),
})
export type SecondFactorSecret = Static<typeof SecondFactorSecret>

/** Each code works once; never shown again. */
const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })

const Password = Type.Object({ password: Type.Optional(Type.String({ maxLength: maxPasswordLength })) })
const Code = Type.String({ maxLength: 100 })
const proofs = [
  'second_factor.of_other',
  'auth.password_again',
  'auth.prove_again',
  'auth.session_needed',
  'user.wrong_password',
  'request.rate_limited',
] as const

/** For the user, and admins. */
export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/users/:id/second_factor',
  access: 'signed-in',
  isForEnrolment: true,
  scope: 'admin',
  params: IdParams,
  reply: SecondFactor,
})

/** For the user. Takes effect once a code of the app has been entered. */
export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/:id/second_factor',
  access: 'signed-in',
  isForEnrolment: true,
  scope: 'admin',
  params: IdParams,
  body: Password,
  reply: SecondFactorSecret,
  errors: [...proofs, 'second_factor.is_on'],
})

/** For the user. Ends sessions in other browsers. */
export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/:id/second_factor/confirm',
  access: 'signed-in',
  isForEnrolment: true,
  scope: 'admin',
  params: IdParams,
  body: Type.Object({ code: Code }),
  reply: RecoveryCodes,
  errors: [
    'second_factor.of_other',
    'auth.session_needed',
    'second_factor.is_on',
    'second_factor.not_begun',
    'second_factor.wrong_code',
    'request.rate_limited',
  ],
})

/** For the user. Earlier codes no longer work. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/users/:id/second_factor/recovery_codes',
  access: 'signed-in',
  scope: 'admin',
  params: IdParams,
  body: Password,
  reply: RecoveryCodes,
  errors: [...proofs, 'second_factor.is_off'],
})

/** For the user. */
export const switchOffSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/:id/second_factor/switch_off',
  access: 'signed-in',
  scope: 'admin',
  params: IdParams,
  body: Password,
  reply: SecondFactor,
  errors: [...proofs, 'second_factor.is_off', 'second_factor.required'],
})

/** For admins: resets the second factor of another user who has lost it. */
export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/second_factor',
  access: ['admin'],
  params: IdParams,
  reply: SecondFactor,
  errors: ['second_factor.reset_own', 'second_factor.is_off', 'auth.prove_again', 'auth.session_needed'],
})

/** Takes form fields or JSON: the code of the app, or a recovery code, for the login that this browser has begun. */
export const enterCode = endpoint({
  method: 'POST',
  path: '/login/code',
  access: 'anyone',
  body: Type.Object({ code: Code }),
  reply: SignedIn,
  errors: ['auth.wrong_code', 'auth.code_expired', 'request.rate_limited', 'request.csrf'],
})
