import { readEmail } from '#shared/users/email-address.ts'
import { SignInFailed } from '../sign-in/sign-in-failed.ts'

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
