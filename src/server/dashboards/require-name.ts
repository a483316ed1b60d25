import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'

/** The trimmed name. Throws request.invalid if it is blank. */
export function requireName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '')
    throw refuse('request.invalid', {
      field: 'name',
      reason: phrase('{field}: this field is required.', { field: 'name' }),
    })
  return trimmed
}
