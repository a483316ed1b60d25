import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { readEmail } from '#shared/users/email-address.ts'
import { minPasswordLength } from '#shared/users/password-rule.ts'

/** The name in its stored form. Throws request.invalid. */
export function requireName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '')
    throw refuse('request.invalid', {
      field: 'name',
      reason: phrase('{field}: this field is required.', { field: 'name' }),
    })
  return trimmed
}

/** The address in its stored form. Throws request.invalid and user.bad_email. */
export function requireEmail(email: string, blockedDomains: readonly string[]): string {
  if (email.trim() === '')
    throw refuse('request.invalid', {
      field: 'email',
      reason: phrase('{field}: this field is required.', { field: 'email' }),
    })
  const address = readEmail(email)
  const domain = address?.slice(address.lastIndexOf('@') + 1)
  const isBlocked = blockedDomains.some((blocked) => blocked.toLowerCase() === domain)
  if (address === null || isBlocked) throw refuse('user.bad_email', { field: 'email' })
  return address
}

/** Throws request.invalid for a password that is too short. */
export function requirePasswordLength(password: string): void {
  if (password.length >= minPasswordLength) return
  const reason = phrase('password: must have at least {count} characters.', { count: minPasswordLength })
  throw refuse('request.invalid', { field: 'password', reason })
}
