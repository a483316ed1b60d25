import type { GivenValues } from '#server/runs/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { SharedQueryWidget } from './require-shared.ts'

/**
 * The values of a run (docs/reference/promises.md#s11): static parameters always have the dashboard's values, whatever
 * is sent; the viewer chooses the others; parameters that are not sent have the dashboard's initial values. The run
 * checks whether they are valid. Throws execution.invalid_parameters for names that the query does not have.
 */
export function publicValues(
  widget: SharedQueryWidget,
  opening: GivenValues,
  sent: GivenValues,
): Record<string, unknown> {
  const known = new Set(widget.parameters.map(({ name }) => name))
  const unknown = Object.keys(sent).filter((name) => !known.has(name))
  if (unknown.length > 0) throw refuse('execution.invalid_parameters', { names: unknown.join(', ') })
  return { ...opening, ...sent, ...Object.fromEntries(widget.fixed) }
}
