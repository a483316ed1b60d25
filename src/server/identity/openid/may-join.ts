import type { Claims } from './person-of-claims.ts'

/** Mail services of Google itself, where an address is an account of Google whatever else is said. */
const mailServices: readonly string[] = ['gmail.com', 'googlemail.com']

/**
 * May somebody who has no account get one by logging in? Of Google those of a domain that the organisation has named.
 * The account must then be managed by a company (`hd`): anybody can have made a private Google account with an address of
 * the company once, and keeps it after leaving.
 */
export function mayJoinByGoogle(claims: Claims, email: string, domains: readonly string[]): boolean {
  const domain = domainOf(email)
  if (!isAmong(domain, domains)) return false
  return mailServices.includes(domain) || (typeof claims['hd'] === 'string' && claims['hd'] !== '')
}

/** Everybody whom the provider knows, unless the operator has named domains. */
export function mayJoinByOpenid(email: string, domains: readonly string[]): boolean {
  return domains.length === 0 || isAmong(domainOf(email), domains)
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

function isAmong(domain: string, domains: readonly string[]): boolean {
  return domains.some((allowed) => allowed.toLowerCase() === domain)
}
