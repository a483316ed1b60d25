import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import {
  jsonBoolean,
  jsonDate,
  jsonDouble,
  jsonForm,
  jsonInteger,
  jsonMoment,
  jsonNumber,
  jsonString,
} from '../json-cells.ts'
import { inUtc } from './zoned-time.ts'

type Kind = readonly [ColumnType | null, CellEncoder]
const integer: Kind = ['integer', jsonInteger]
const double: Kind = ['float', jsonDouble]
const text: Kind = ['string', jsonString]

/** `61 62 ff`, as Athena prints bytes */
const spacedBytes: CellEncoder = jsonForm('varbinary', (bytes) =>
  /^(?:[\da-f]{2}(?:\s|$))*$/i.test(bytes) ? bytes.replaceAll(/\s/g, '').toLowerCase() : null,
)

/** Every cell comes as a text, with all its digits. */
const kinds: Readonly<Record<string, Kind>> = {
  boolean: ['boolean', jsonBoolean],
  ...{ tinyint: integer, smallint: integer, integer, int: integer, bigint: integer },
  ...{ double, float: double, real: double },
  decimal: ['float', jsonNumber],
  date: ['date', jsonDate],
  timestamp: ['datetime', jsonMoment],
  'timestamp with time zone': ['datetime', jsonForm('timestamp with time zone', inUtc)],
  varbinary: ['string', spacedBytes],
  ...{ varchar: text, char: text, string: text, json: text, uuid: text, ipaddress: text, time: text },
  // as Athena prints them: these are no JSON
  ...{ array: text, map: text, row: text, struct: text },
}

/** The sink column of a type as Athena names it, without parameters. */
export function athenaColumn(name: string, type: string): SinkColumn {
  const [columnType, encode] = kinds[type.toLowerCase()] ?? [null, jsonString]
  return { name, type: columnType, encode }
}
