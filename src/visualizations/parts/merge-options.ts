/**
 * Merges an editor's partial change into the options (docs/reference/visualizations.md#merge-rule): deep merge,
 * `undefined` never overwrites, `null` does, arrays merge index by index and so cannot shrink. Returns new objects
 * where something changed and the same references elsewhere.
 */
export function mergeOptions<O extends object>(options: O, change: object): O {
  return mergeValue(options, change) as O
}

function mergeValue(current: unknown, change: unknown): unknown {
  if (change === undefined) return current
  if (Array.isArray(change)) return mergeArray(Array.isArray(current) ? current : [], change, current)
  if (!isPlainObject(change)) return change
  const base = isPlainObject(current) ? current : {}
  let merged = base
  for (const key of Object.keys(change)) {
    if (key === '__proto__') continue
    // names of series and columns come from data and may be `constructor`
    const known = Object.hasOwn(base, key) ? base[key] : undefined
    const value = mergeValue(known, change[key])
    if (value === undefined || Object.is(value, known)) continue
    if (merged === base) merged = { ...base }
    merged[key] = value
  }
  return merged === base && base !== current ? { ...base } : merged
}

function mergeArray(base: readonly unknown[], change: readonly unknown[], current: unknown): unknown[] {
  const merged = [...base]
  let changed = base !== current
  for (const [index, item] of change.entries()) {
    const value = mergeValue(base[index], item)
    if (index < base.length && Object.is(value, base[index])) continue
    merged[index] = value
    changed = true
  }
  return changed ? merged : (base as unknown[])
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Deep equality of options, which are JSON. */
export function sameOptions(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => sameOptions(item, other[index]))
  }
  if (!isPlainObject(one) || !isPlainObject(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameOptions(one[key], other[key]))
  )
}
