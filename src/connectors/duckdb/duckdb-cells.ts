import type { ColumnType } from '#shared/results/results-api.ts'
import { encodeNumber, encodeText, encodeValue } from '../encode-cell.ts'

/** Wire type of a DuckDB type by its name, for example `DECIMAL(12,2)` (reference-connectors 2.5). */
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

/** JSON text of a cell as the library's JSON form gives it: 64-bit integers, decimals and times are text there. */
export function cellEncoder(type: ColumnType): (cell: unknown) => string {
  switch (type) {
    case 'integer':
    case 'float':
      return encodeNumber
    case 'datetime':
      return (cell) => encodeText(isoTimestamp(String(cell)))
    case 'boolean':
      return encodeValue
    default:
      return encodeValue
  }
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
