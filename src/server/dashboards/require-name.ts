import { refuse } from '#shared/errors/refusal.ts'

/** The name without the blanks around it. Throws request.invalid when nothing is left. */
export function requireName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw refuse('request.invalid', { field: 'name', reason: 'name: it is empty.' })
  return trimmed
}
