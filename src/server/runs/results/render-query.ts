import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { type BoundText, bindText } from '#shared/sql/bind-text.ts'
import type { BindRules } from '#shared/sql/bound-value.ts'
import { missingParameters, UnreadableTemplate } from '#shared/sql/render-text.ts'

export type GivenValues = Readonly<Record<string, unknown>>

/** The input of a template. */
export interface Filling {
  values: GivenValues
  /** known parameters; empty for unsaved text */
  definitions: readonly StoredParameter[]
  /** of the connector; null: the text is not SQL */
  rules: BindRules | null
}

/**
 * Inserts values into a text. Throws execution.missing_parameters, execution.invalid_parameters for data values that
 * are invalid at their position, and request.invalid for unreadable placeholders and text that cannot be stored.
 */
export function renderQuery(template: string, { values, definitions, rules }: Filling): BoundText {
  try {
    const nested = nestDottedNames(values)
    const missing = missingParameters(template, nested)
    if (missing.length > 0) throw refuse('execution.missing_parameters', { names: missing.join(', ') })
    const bound = bindText(template, nested, definitions, rules)
    if (bound.invalid.length > 0) {
      throw refuse('execution.invalid_parameters', { names: bound.invalid.join(', ') })
    }
    if (bound.text.includes('\0') || !bound.text.isWellFormed()) {
      throw refuse('request.invalid', {
        field: 'parameters',
        reason: phrase('Values must be well-formed text without the character U+0000.'),
      })
    }
    return bound
  } catch (error) {
    if (error instanceof UnreadableTemplate)
      throw refuse('request.invalid', { field: 'query', reason: error.reason })
    throw error
  }
}

/**
 * Nests `when.start` under `when`, where templates look it up: old addresses give ranges this way. Otherwise the
 * template would silently render a required value as empty.
 */
function nestDottedNames(values: GivenValues): GivenValues {
  const dotted = Object.entries(values).filter(([name]) => /^[^.]+\.[^.]+$/.test(name))
  if (dotted.length === 0) return values
  const parts = Map.groupBy(dotted, ([name]) => name.slice(0, name.indexOf('.')))
  const nested = [...parts].map(([name, entries]) => [
    name,
    Object.fromEntries(entries.map(([key, value]) => [key.slice(name.length + 1), value])),
  ])
  return { ...Object.fromEntries(nested), ...values }
}
