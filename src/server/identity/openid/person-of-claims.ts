import type { Person } from '../sign-in/person.ts'
import { SignInFailed } from '../sign-in/sign-in-failed.ts'
import type { OpenidProvider } from './openid-provider.ts'

export interface Claims {
  iss: string
  sub: string
  [claim: string]: unknown
}

/** Who somebody is by what the provider says of him. Throws SignInFailed. */
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

/** Some providers send truth values as texts; some do not say whether they know whose address it is. */
function isVerified(claim: unknown, { trusts_emails }: OpenidProvider): boolean {
  if (claim === undefined || claim === null) return trusts_emails
  return claim === true || claim === 'true'
}

function nameOf(claims: Claims): string {
  const parts = [text(claims['given_name']), text(claims['family_name'])].filter((part) => part !== '')
  return text(claims['name']) || parts.join(' ') || text(claims['preferred_username'])
}

/** Null: groups are none of the provider's business. Somebody without the claim is in no group. */
function groupsOf(claims: Claims, name: string | null): string[] | null {
  if (name === null) return null
  const told = Object.hasOwn(claims, name) ? claims[name] : within(claims, name.split('.'))
  if (told === undefined || told === null) {
    // a provider that has too many groups to tell them says so instead of naming them
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
