import type { DuckDBStructType, DuckDBStructValue, DuckDBValueConverter, Json } from '@duckdb/node-api'

/**
 * The library gathers the fields of a struct by name in an object. There the fields of `row(1, 2)`, which have no names,
 * overwrite each other, and one of the name `__proto__` disappears. From now on it gathers them by their place.
 */
export function keepFields({
  DuckDBStructVector,
  DuckDBStructValue,
}: typeof import('@duckdb/node-api')): void {
  DuckDBStructVector.prototype.getItem = function (index) {
    if (!this.isItemValid(index)) return null
    const places = this.type.entryNames.map((_, place) => [place, this.getItemValue(index, place)])
    return new DuckDBStructValue(Object.fromEntries(places))
  }
}

/** An object, or a list of fields that have no names. Needs `keepFields`. */
export function jsonOfFields(
  { entries }: DuckDBStructValue,
  { entryNames, entryTypes }: DuckDBStructType,
  converter: DuckDBValueConverter<Json>,
): Json {
  const fields = entryTypes.map((type, place) => converter(entries[place] ?? null, type, converter))
  if (entryNames.every((name) => name === '')) return fields
  return Object.fromEntries(entryNames.map((name, place) => [name, fields[place] ?? null]))
}
