import { parameterValues, type StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { type DropdownSource, pageLength } from './dropdown-source.ts'

/**
 * Makes sure that the lists of query-based dropdowns are stored before a run. The server only accepts values in a list,
 * and a list that depends on other values may never have been read for these. Errors are left to the run.
 */
export async function readLists(
  source: DropdownSource,
  parameters: readonly StoredParameter[],
  signal: AbortSignal,
): Promise<void> {
  // a single parameter cannot depend on others
  if (parameters.length < 2) return
  const values = parameterValues(parameters)
  // in sequence: a list may depend on a value of an earlier one
  for (const { name, type, queryId, value } of parameters) {
    if (type !== 'query' || typeof queryId !== 'number') continue
    const { [name]: _, ...others } = values
    if (source.isRead?.(queryId, others)) continue
    // as the control of the parameter asks, so that one request serves both
    const request = { parameters: others, values: textsOf(value), limit: pageLength }
    await source.search(queryId, request, signal).catch(() => null)
  }
}

/** The chosen values of a dropdown as text. */
export function textsOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item) => item !== null && item !== undefined).map(String)
}
