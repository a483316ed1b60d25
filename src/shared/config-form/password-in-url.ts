import { secretPlaceholder } from './configuration-schema.ts'

/** `scheme://user:password@` and what follows. A password may hold any sign, so its end is the last `@`. */
const withPassword = /^([a-z][a-z0-9+.-]*:\/\/[^:@/?#]*):(.+)@([^@]*)$/is

/** The address with its password replaced by the placeholder; one without a password as it is. */
export function maskPasswordInUrl(url: string): string {
  const [, before, , after] = withPassword.exec(url.trim()) ?? []
  return before === undefined ? url : `${before}:${secretPlaceholder}@${after}`
}

type KeptPassword = { ok: true; url: string } | { ok: false; why: 'not_stored' | 'moved' }

/**
 * Puts the stored password in the place of the placeholder. For another user or other hosts it must be entered again, so
 * that it is never sent elsewhere.
 */
export function keepPasswordInUrl(given: string, stored: string): KeptPassword {
  const [, before, password, after] = withPassword.exec(given.trim()) ?? []
  if (password !== secretPlaceholder || after === undefined) return { ok: true, url: given }
  const [, storedBefore, storedPassword, storedAfter] = withPassword.exec(stored.trim()) ?? []
  if (storedPassword === undefined || storedAfter === undefined) return { ok: false, why: 'not_stored' }
  if (before !== storedBefore || hostsOf(after) !== hostsOf(storedAfter)) return { ok: false, why: 'moved' }
  return { ok: true, url: `${before}:${storedPassword}@${after}` }
}

function hostsOf(rest: string): string {
  return (/^[^/?#]*/.exec(rest)?.[0] ?? '').toLowerCase()
}
