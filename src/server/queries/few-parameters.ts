import { refuse } from '#shared/errors/refusal.ts'
import { detectParameterNames } from '#shared/queries/detect-parameters.ts'
import { excessOfTags } from '#shared/queries/template-tokens.ts'

/** Each value is checked before a run, in the web process: there is an end to that (docs/reference/promises.md#s19). */
const maxParameters = 500

/** Throws request.invalid for a query that defines or names more parameters than anybody could fill in. */
export function requireFewParameters(text: string, options: Readonly<Record<string, unknown>>): void {
  const defined = Array.isArray(options.parameters) ? options.parameters.length : 0
  const named = detectParameterNames(text)?.length ?? 0
  if (defined <= maxParameters && named <= maxParameters) return
  throw refuse('request.invalid', {
    field: 'options.parameters',
    reason: `A query may have at most ${maxParameters} parameters.`,
  })
}

/** Throws request.invalid for a new text that nobody could run, as its placeholders are too many or too deep to be read. */
export function requireReadableTags(text: string): void {
  const excess = excessOfTags(text)
  if (excess !== null) throw refuse('request.invalid', { field: 'query', reason: `query: ${excess}` })
}
