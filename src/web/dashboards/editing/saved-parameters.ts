import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { isSameValue } from '#shared/parameters/pending-values.ts'

type Options = Readonly<Record<string, unknown>>

/**
 * The dashboard's options with these values saved; null: nothing changes. Values of parameters hidden from this user
 * are kept.
 */
export function withSavedValues(
  options: Options,
  parameters: readonly StoredParameter[],
): Record<string, unknown> | null {
  const saved = readDashboardOptions(options).parameters
  const isSaved = ({ name, value }: StoredParameter) =>
    saved.some((one) => one.name === name && isSameValue(one.value, value))
  if (parameters.every(isSaved)) return null
  const names = parameters.map(({ name }) => name)
  const others = saved.filter(({ name }) => !names.includes(name))
  return { ...options, parameters: [...parameters.map(({ name, value }) => ({ name, value })), ...others] }
}

/** Names in their new order; names hidden from this user follow. */
export function withOrder(names: readonly string[], before: readonly string[]): string[] {
  return [...names, ...before.filter((name) => !names.includes(name))]
}
