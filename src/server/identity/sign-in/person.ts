export type SignInProvider = 'google' | 'openid' | 'saml' | 'ldap' | 'remote_user' | 'jwt'

/** Somebody for whom a provider vouches. */
export interface Person {
  provider: SignInProvider
  /** which server of this kind: with `subject` it names somebody for good, unless that is only his address */
  issuer: string
  subject: string
  email: string
  /** false: the provider itself does not know whose address it is */
  is_email_verified: boolean
  /** empty: the provider says nothing of it, so that it stays as it is */
  name: string
  picture?: string | null
  /** false: only if he is a user already */
  may_join?: boolean
  /** names of all his groups, as the provider sees it; absent: the provider says nothing of groups */
  groups?: readonly string[]
}
