import type { Person } from '../sign-in/person.ts'
import { SignInFailed } from '../sign-in/sign-in-failed.ts'
import type { OpenidProvider } from './openid-provider.ts'

export interface Claims {
  iss: string
  sub: string
  [claim: string]: unknown
}

/** The person that the provider's claims describe. Throws SignInFailed. */
export function personOf(claims: Claims, provider: OpenidProvider): Person {
  const { iss: issuer, sub: subject } = claims
  const email = text(claims['email'])
  const groups = groupsOf(claims, provider.groups_claim)
  return {
    provider: provider.provider,
    issuer,
    subject,
    email,
    name: nameOf(claims),
    is_email_verified: isVerified(claims['email_verified'], provider),
    picture: text(claims['picture']) || null,
    ...(groups === null ? {} : { groups }),
  }
}

/** Some providers send booleans as strings; some do not say whether the address is verified. */
function isVerified(claim: unknown, { trusts_emails }: OpenidProvider): boolean {
  if (claim === undefined || claim === null) return trusts_emails
  return claim === true || claim === 'true'
}

function nameOf(claims: Claims): string {
  const parts = [text(claims['given_name']), text(claims['family_name'])].filter((part) => part !== '')
  return text(claims['name']) || parts.join(' ') || text(claims['preferred_username'])
}

/** Null: the provider does not manage groups. A person without the claim is in no group. */
function groupsOf(claims: Claims, name: string | null): string[] | null {
  if (name === null) return null
  const told = Object.hasOwn(claims, name) ? claims[name] : within(claims, name.split('.'))
  if (told === undefined || told === null) {
    // with too many groups, providers send a marker instead of the names
    if (Object.hasOwn(Object(claims['_claim_names']), name))
      throw new SignInFailed(`The provider leaves the groups out of the claim "${name}": there are too many.`)
    return []
  }
  const list: unknown[] = Array.isArray(told) ? told : [told]
  if (list.length > 10_000) throw new SignInFailed(`The claim "${name}" holds more than 10000 groups.`)
  return list.filter((group) => typeof group === 'string')
}

/** `realm_access.roles`: roles within realm_access. */
function within(claims: unknown, path: readonly string[]): unknown {
  let value = claims
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

function text(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : ''
}
