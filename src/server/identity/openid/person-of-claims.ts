import { readEmail } from '#shared/users/email-address.ts'
import type { Person } from '../sign-in/person.ts'
import { SignInFailed } from '../sign-in/person.ts'
import type { OpenidProvider } from './openid-provider.ts'

export interface Claims {
  iss: string
  sub: string
  [claim: string]: unknown
}

/** The person that the provider's claims describe. Throws SignInFailed. */
export function personOf(claims: Claims, provider: OpenidProvider): Person {
  const { iss: issuer, sub: subject } = claims
  const email = typeof claims['email'] === 'string' ? claims['email'] : ''
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

type Told = Readonly<Record<string, unknown>>

/**
 * The address and whether it is verified, both from one document: the ID token, or userinfo where the token lacks
 * either. Contradicting documents are refused, as people can often change one of them. Throws SignInFailed.
 */
export function emailOf(token: Told, told: Told): { email: unknown; email_verified: unknown } {
  if (contradict(token['email'], told['email']))
    throw new SignInFailed('The ID token and userinfo name different email addresses.')
  if (contradict(token['email_verified'], told['email_verified']))
    throw new SignInFailed('The ID token and userinfo differ in whether the email address is verified.')
  // if both name an address, they agree
  const naming = [token, told].filter((claims) => isSaid(claims['email']))
  const pair = naming.find((claims) => isSaid(claims['email_verified'])) ?? naming[0]
  return { email: pair?.['email'], email_verified: pair?.['email_verified'] }
}

/** Providers spell addresses and truth values in several ways. */
function contradict(one: unknown, other: unknown): boolean {
  return isSaid(one) && isSaid(other) && fold(one) !== fold(other)
}

function fold(claim: unknown): string {
  const text = typeof claim === 'string' ? claim : JSON.stringify(claim)
  return readEmail(text) ?? text
}

function isSaid(claim: unknown): boolean {
  return claim !== undefined && claim !== null
}
