import type { Claims } from './person-of-claims.ts'

/** Google's own mail services, where every address is a Google account. */
const mailServices: readonly string[] = ['gmail.com', 'googlemail.com']

/**
 * May a person without an account get one by logging in? With Google: those of a domain that the organization
 * allows. A company must manage the account (`hd`): people can create a private Google account with a company
 * address, and keep it after they leave.
 */
export function mayJoinByGoogle(claims: Claims, email: string, domains: readonly string[]): boolean {
  const domain = domainOf(email)
  if (!isAmong(domain, domains)) return false
  return mailServices.includes(domain) || (typeof claims['hd'] === 'string' && claims['hd'] !== '')
}

/** All people of the provider, unless the operator limits the domains. */
export function mayJoinByOpenid(email: string, domains: readonly string[]): boolean {
  return domains.length === 0 || isAmong(domainOf(email), domains)
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

function isAmong(domain: string, domains: readonly string[]): boolean {
  return domains.some((allowed) => allowed.toLowerCase() === domain)
}
