import type { Config } from '#server/kernel/index.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'

/** A provider of OpenID Connect, as configured here. */
export interface OpenidProvider {
  provider: 'google' | 'openid'
  issuer: string
  client_id: string
  /** null: a public client, which relies on PKCE alone */
  client_secret: string | null
  scopes: readonly string[]
  /** the `prompt` that asks a person again who is logged in there */
  reauthentication: 'login' | 'select_account'
  groups_claim: string | null
  /** trust addresses when the provider does not say whether they are verified? */
  trusts_emails: boolean
  /** where the provider sends browsers back to */
  callback: string
  /** what people read when an error is not their fault */
  sentence: Phrase
}

/** Google is a provider like any other. Null: not configured. */
export function googleProvider(config: Config): OpenidProvider | null {
  const { googleClientId: client_id, googleClientSecret: client_secret, googleIssuer: issuer } = config
  if (client_id === null || client_secret === null) return null
  return {
    provider: 'google',
    issuer,
    client_id,
    client_secret,
    trusts_emails: false,
    scopes: ['openid', 'email', 'profile'],
    // Google refuses `login`
    reauthentication: 'select_account',
    groups_claim: null,
    callback: '/oauth/google_callback',
    sentence: phrase('Validation error. Please retry.'),
  }
}

export function openidProvider(config: Config): OpenidProvider | null {
  const { openidIssuer: issuer, openidClientId: client_id, openidClientSecret: client_secret } = config
  if (issuer === null || client_id === null) return null
  return {
    provider: 'openid',
    issuer,
    client_id,
    client_secret,
    trusts_emails: config.openidTrustsEmails,
    scopes: config.openidScopes,
    reauthentication: 'login',
    groups_claim: config.openidGroupsClaim,
    callback: '/oauth/openid_callback',
    sentence: phrase('Validation error. Please retry.'),
  }
}
