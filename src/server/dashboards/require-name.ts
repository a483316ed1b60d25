import { refuse } from '#shared/errors/refusal.ts'

/** The trimmed name. Throws request.invalid if it is blank. */
export function requireName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw refuse('request.invalid', { field: 'name', reason: 'name: it is empty.' })
  return trimmed
}
