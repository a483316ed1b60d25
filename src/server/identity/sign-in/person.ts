/**
 * A provider's statement is not trusted, or the provider is unreachable. People read one sentence of ours;
 * `message`, which may tell more, is for the log and the admin.
 */
export class SignInFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'SignInFailed'
  }
}

export type SignInProvider = 'google' | 'openid' | 'saml' | 'ldap' | 'remote_user' | 'jwt'

/** A person whom a provider has authenticated. */
export interface Person {
  provider: SignInProvider
  /**
   * which server of this kind; with `subject` it identifies a person permanently, unless the subject is only their
   * address
   */
  issuer: string
  subject: string
  email: string
  /** false: the provider has not verified the address */
  is_email_verified: boolean
  /** empty: the provider does not tell, so the stored name stays */
  name: string
  picture?: string | null
  /** false: only existing users may sign in */
  may_join?: boolean
  /** names of all groups of the person at the provider; absent: the provider does not tell */
  groups?: readonly string[]
}
