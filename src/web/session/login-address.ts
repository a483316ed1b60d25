import { sanitizeNext } from '#shared/session/next-path.ts'

interface Place {
  pathname: string
  search: string
  hash: string
}

/** The login page with the address to return to, which must be on this site (docs/reference/promises.md#s14). */
export function loginAddress({ pathname, search, hash }: Place): string {
  const next = sanitizeNext(`${pathname}${search}${hash}`)
  return next === '/' || !next.startsWith('/') ? '/login' : `/login?next=${encodeURIComponent(next)}`
}
