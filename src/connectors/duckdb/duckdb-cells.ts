import type {
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBIntervalValue,
  DuckDBStructType,
  DuckDBStructValue,
  DuckDBValueConverter,
  Json,
} from '@duckdb/node-api'
import type { ColumnType } from '#shared/results/results-api.ts'
import { encodeInteger, encodeNumber, encodeText, encodeValue } from '../encode-cell.ts'

/** Wire type of a DuckDB type by its name, for example `DECIMAL(12,2)` (docs/reference/connectors.md#duckdb). */
export function columnType(name: string): ColumnType {
  const base = name.replace(/\(.*/, '').toUpperCase()
  if (name.endsWith(']')) return 'string'
  if (base === 'BOOLEAN') return 'boolean'
  if (/^U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/.test(base)) return 'integer'
  if (/^(FLOAT|REAL|DOUBLE|DECIMAL|BIGNUM)$/.test(base)) return 'float'
  if (base === 'DATE') return 'date'
  if (/^TIMESTAMP/.test(base)) return 'datetime'
  return 'string'
}

/**
 * The library's JSON form of values, nested ones as well, with corrections:
 *
 * - It writes infinity as a day near its end of the calendar, but for the two usual types of timestamps.
 * - The bytes `5c 78 34 31` and the byte `41` have the same text there, so bytes become hex here.
 * - It loses fields of structs (see `keepFields`).
 * - It writes the digits of a double for a FLOAT, and the parts of an interval.
 */
export function cellConverter(duckdb: typeof import('@duckdb/node-api')): DuckDBValueConverter<Json> {
  const { DuckDBTypeId, JsonDuckDBValueConverter } = duckdb
  keepFields(duckdb)
  const infinities = new Map<number, { PosInf: unknown }>([
    [DuckDBTypeId.DATE, duckdb.DuckDBDateValue],
    [DuckDBTypeId.TIMESTAMP_S, duckdb.DuckDBTimestampSecondsValue],
    [DuckDBTypeId.TIMESTAMP_MS, duckdb.DuckDBTimestampMillisecondsValue],
    [DuckDBTypeId.TIMESTAMP_NS, duckdb.DuckDBTimestampNanosecondsValue],
  ])
  return (value, type, converter) => {
    if (value === null) return null
    const kind = infinities.get(type.typeId)
    if (kind !== undefined && !(value as DuckDBDateValue).isFinite) {
      return String(value) === String(kind.PosInf) ? 'infinity' : '-infinity'
    }
    switch (type.typeId) {
      case DuckDBTypeId.BLOB:
        return hexOf((value as DuckDBBlobValue).bytes)
      case DuckDBTypeId.FLOAT:
        return typeof value === 'number' && Number.isFinite(value) ? shortestOfFloat(value) : String(value)
      case DuckDBTypeId.INTERVAL:
        return intervalText(value as DuckDBIntervalValue)
      case DuckDBTypeId.STRUCT:
        return jsonOfFields(value as DuckDBStructValue, type as DuckDBStructType, converter)
      default:
        return JsonDuckDBValueConverter(value, type, converter)
    }
  }
}

const smallestNormalFloat = 2 ** -126

/** The double with the fewest digits that is this FLOAT: 0.1, not 0.10000000149011612. */
function shortestOfFloat(value: number): number {
  // nine digits tell all apart; fewer than six only where the smallest ones have not more
  for (let digits = Math.abs(value) < smallestNormalFloat ? 1 : 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return Number(value.toPrecision(9))
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

/** JSON text of a cell as the library's JSON form gives it: 64-bit integers, decimals and times are text there. */
export function cellEncoder(typeName: string): (cell: unknown) => string {
  switch (columnType(typeName)) {
    case 'integer':
      return encodeInteger
    case 'float':
      return encodeNumber
    case 'datetime':
      return (cell) => encodeText(isoTimestamp(String(cell)))
    default:
      return encodeValue
  }
}

/** As DuckDB prints intervals: `1 year 2 months 3 days 04:05:06.789`. */
export function intervalText({ months, days, micros }: DuckDBIntervalValue): string {
  const count = (value: number, unit: string) =>
    value === 0 ? [] : [`${value} ${unit}${Math.abs(value) === 1 ? '' : 's'}`]
  const parts = [
    ...count(Math.trunc(months / 12), 'year'),
    ...count(months % 12, 'month'),
    ...count(days, 'day'),
  ]
  const time = clockText(micros)
  if (time !== null || parts.length === 0) parts.push(time ?? '00:00:00')
  return parts.join(' ')
}

function clockText(micros: bigint): string | null {
  if (micros === 0n) return null
  const sign = micros < 0n ? '-' : ''
  const total = micros < 0n ? -micros : micros
  const pad = (value: bigint, length = 2) => value.toString().padStart(length, '0')
  const seconds = total / 1_000_000n
  const fraction = total % 1_000_000n
  const clock = `${pad(seconds / 3600n)}:${pad((seconds / 60n) % 60n)}:${pad(seconds % 60n)}`
  return `${sign}${clock}${fraction === 0n ? '' : `.${pad(fraction, 6).replace(/0+$/, '')}`}`
}

/** `2020-01-02 03:04:05.678901+00` to ISO 8601 with milliseconds; `infinity` stays as it is. */
export function isoTimestamp(text: string): string {
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d(?::?\d\d)?)?$/.exec(text)
  if (parts === null) return text
  const [, day, time, fraction, zone] = parts
  const milliseconds = fraction === undefined ? '' : fraction.slice(0, 4).padEnd(4, '0')
  return `${day}T${time}${milliseconds === '.000' ? '' : milliseconds}${isoZone(zone)}`
}

function isoZone(zone: string | undefined): string {
  if (zone === undefined) return ''
  if (/^[+-]00(:?00)?$/.test(zone)) return 'Z'
  return zone.length === 3 ? `${zone}:00` : zone
}

/**
 * The library gathers the fields of a struct by name in an object. There the fields of `row(1, 2)`, which have no names,
 * overwrite each other, and one of the name `__proto__` disappears. From now on it gathers them by their place.
 */
function keepFields({ DuckDBStructVector, DuckDBStructValue }: typeof import('@duckdb/node-api')): void {
  DuckDBStructVector.prototype.getItem = function (index) {
    if (!this.isItemValid(index)) return null
    const places = this.type.entryNames.map((_, place) => [place, this.getItemValue(index, place)])
    return new DuckDBStructValue(Object.fromEntries(places))
  }
}

/** An object, or a list of fields that have no names. Needs `keepFields`. */
function jsonOfFields(
  { entries }: DuckDBStructValue,
  { entryNames, entryTypes }: DuckDBStructType,
  converter: DuckDBValueConverter<Json>,
): Json {
  const fields = entryTypes.map((type, place) => converter(entries[place] ?? null, type, converter))
  if (entryNames.every((name) => name === '')) return fields
  return Object.fromEntries(entryNames.map((name, place) => [name, fields[place] ?? null]))
}
