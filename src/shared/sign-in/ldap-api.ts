import { endpoint } from '../http/endpoint.ts'
import { LogInForm, NextQuery, SignedIn } from '../session/session-api.ts'

/**
 * Takes form fields or JSON (docs/reference/api-access.md#single-sign-on). `email` is the user's name in the directory,
 * often not an address. `remember` and `code` are as in the password login.
 */
export const logInWithLdap = endpoint({
  method: 'POST',
  path: '/ldap/login',
  access: 'anyone',
  query: NextQuery,
  body: LogInForm,
  reply: SignedIn,
  errors: [
    'sign_in.wrong_ldap_credentials',
    'sign_in.failed',
    'sign_in.not_allowed',
    'sign_in.account_disabled',
    'sign_in.account_not_verified',
    'auth.code_needed',
    'auth.wrong_code',
    'request.rate_limited',
    'request.csrf',
  ],
})
