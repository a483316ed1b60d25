import { refuse } from '#shared/errors/refusal.ts'
import { readEmail } from '#shared/users/email-address.ts'
import { minPasswordLength } from '#shared/users/password-rule.ts'

/** The name in its stored form. Throws request.invalid. */
export function requireName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '')
    throw refuse('request.invalid', { field: 'name', reason: 'name: this field is required.' })
  return trimmed
}

/** The address in its stored form. Throws request.invalid and user.bad_email. */
export function requireEmail(email: string, blockedDomains: readonly string[]): string {
  if (email.trim() === '')
    throw refuse('request.invalid', { field: 'email', reason: 'email: this field is required.' })
  const address = readEmail(email)
  const domain = address?.slice(address.lastIndexOf('@') + 1)
  const isBlocked = blockedDomains.some((blocked) => blocked.toLowerCase() === domain)
  if (address === null || isBlocked) throw refuse('user.bad_email', { field: 'email' })
  return address
}

/** Throws request.invalid for a password that is too short. */
export function requirePasswordLength(password: string): void {
  if (password.length >= minPasswordLength) return
  const reason = `password: must have at least ${minPasswordLength} characters.`
  throw refuse('request.invalid', { field: 'password', reason })
}
