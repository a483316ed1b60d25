import type { StoredParameter } from './stored-parameters.ts'

/** `title`, or the name with spaces for underscores and capital initials. */
export function parameterLabel(parameter: StoredParameter): string {
  if (parameter.title && parameter.title !== parameter.name) return parameter.title
  return parameter.name.replaceAll('_', ' ').replace(/(^|\s)\S/g, (initial) => initial.toUpperCase())
}

/**
 * The message that stops a run with missing values (docs/reference/stored-parameters.md#missing-values); null if none
 * are missing.
 */
export function missingValuesMessage(parameters: readonly StoredParameter[]): string | null {
  const titles = parameters.filter((p) => isEmptyValue(p.value)).map(parameterLabel)
  if (titles.length === 0) return null
  return titles.length === 1
    ? `missing value for ${titles[0]} parameter.`
    : `missing values for ${titles.join(', ')} parameters.`
}

function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
