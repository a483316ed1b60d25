import type { PivotField } from './pivot-field.ts'
import type { ValueFilter } from './pivot-options.ts'

/** All texts of a field in its order. */
export function sortedValues({ texts, ranks }: PivotField): string[] {
  const codes = texts.map((_, code) => code).sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0))
  return codes.map((code) => texts[code] ?? '')
}

export function matchingValues(values: readonly string[], search: string): readonly string[] {
  const wanted = search.trim().toLowerCase()
  return wanted === '' ? values : values.filter((value) => value.toLowerCase().includes(wanted))
}

export function isExcluded(filter: ValueFilter, field: string, value: string): boolean {
  return Object.hasOwn(filter, field) && Object.hasOwn(filter[field] ?? {}, value)
}

/** The filter with these values left out (or back in). A field without excluded values leaves no trace. */
export function withExcluded(
  filter: ValueFilter,
  field: string,
  values: readonly string[],
  out: boolean,
): ValueFilter {
  // maps, as `__proto__` is a name like any other
  const fields = new Map(Object.entries(filter))
  const excluded = new Map(Object.entries(fields.get(field) ?? {}))
  for (const value of values) {
    if (out) excluded.set(value, true)
    else excluded.delete(value)
  }
  if (excluded.size === 0) fields.delete(field)
  else fields.set(field, Object.fromEntries(excluded))
  return Object.fromEntries(fields)
}
