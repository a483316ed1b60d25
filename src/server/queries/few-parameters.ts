import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { detectParameterNames } from '#shared/parameters/detect-parameters.ts'
import { excessOfTags } from '#shared/parameters/template-tokens.ts'

/** The web process checks each value before a run, so their number is limited (docs/reference/promises.md#s19). */
const maxParameters = 500

/** Throws request.invalid for a query that defines or names too many parameters. */
export function requireFewParameters(text: string, options: Readonly<Record<string, unknown>>): void {
  const defined = Array.isArray(options.parameters) ? options.parameters.length : 0
  const named = detectParameterNames(text)?.length ?? 0
  if (defined <= maxParameters && named <= maxParameters) return
  throw refuse('request.invalid', {
    field: 'options.parameters',
    reason: phrase('A query may have at most {count} parameters.', { count: maxParameters }),
  })
}

/** Throws request.invalid for a new text that could not run, because its placeholders are too many or too deeply nested. */
export function requireReadableTags(text: string): void {
  const excess = excessOfTags(text)
  if (excess !== null) throw refuse('request.invalid', { field: 'query', reason: `query: ${excess}` })
}
