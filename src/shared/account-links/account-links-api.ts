import { Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { SessionUser } from '../session/session-api.ts'
import { maxPasswordLength } from '../users/password-rule.ts'

/** The reply to JSON clients; forms get a 302. */
const SignedIn = Type.Object({ user: SessionUser, next: Type.String() })

const TokenParams = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) })
const Password = Type.Optional(Type.String({ maxLength: maxPasswordLength }))
const PasswordBody = Type.Object({ password: Password })
const refusals = [
  'link.unknown',
  'link.expired',
  'link.bad_password',
  'auth.password_login_disabled',
  'request.csrf',
] as const

/**
 * Form fields or JSON: sets the first password of an invited user and logs them in
 * (docs/reference/api-access.md#links-by-mail).
 */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invite/:token',
  access: 'anyone',
  params: TokenParams,
  body: PasswordBody,
  reply: SignedIn,
  errors: [...refusals, 'link.accepted'],
})

/** Form fields or JSON: sets a new password instead of a forgotten one. Ends all sessions. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset/:token',
  access: 'anyone',
  params: TokenParams,
  body: Type.Object({
    password: Password,
    /** also create a new API key; in forms by presence, in JSON a boolean */
    renew_api_key: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 10 })])),
  }),
  reply: SignedIn,
  errors: [...refusals, 'link.used'],
})

/**
 * Form fields or JSON: restores an address that was changed within the last week. Ends all sessions and revokes the
 * password and the API key. `next`: where to choose a new password.
 */
export const restoreEmail = endpoint({
  method: 'POST',
  path: '/restore/:token',
  access: 'anyone',
  params: TokenParams,
  bodyOptional: true,
  body: Type.Object({
    /** also one of the last seven days before the change; in forms by presence, in JSON a boolean */
    remove_second_factor: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 10 })])),
  }),
  reply: Type.Object({ message: Type.String(), next: Type.String() }),
  errors: ['link.unknown', 'link.expired', 'link.restored', 'link.address_taken', 'request.csrf'],
})

/** The reply is the same whether or not a user has this address. */
export const askForReset = endpoint({
  method: 'POST',
  path: '/forgot',
  access: 'anyone',
  body: Type.Object({ email: Type.String({ maxLength: 1000 }) }),
  reply: Type.Object({ message: Type.String() }),
  errors: ['request.rate_limited', 'mail.not_configured', 'request.csrf'],
})
