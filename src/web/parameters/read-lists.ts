import { parameterValues, type StoredParameter } from '#shared/queries/detect-parameters.ts'
import type { DropdownSource } from './dropdown-source.ts'

/**
 * Sees to it that the lists of query-based dropdowns are there before a run: the server takes only values that a list
 * has, and one that depends on other values may never have been read for these. What goes wrong is for the run to tell.
 */
export async function readLists(
  source: DropdownSource,
  parameters: readonly StoredParameter[],
  signal: AbortSignal,
): Promise<void> {
  // alone, a parameter depends on nothing
  if (parameters.length < 2) return
  const values = parameterValues(parameters)
  // one after the other: a list may depend on a value of the one before
  for (const { name, type, queryId } of parameters) {
    if (type !== 'query' || typeof queryId !== 'number') continue
    const { [name]: _, ...others } = values
    await source.search(queryId, { parameters: others, limit: 1 }, signal).catch(() => null)
  }
}
