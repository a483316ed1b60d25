import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import {
  jsonBoolean,
  jsonDouble,
  jsonInteger,
  jsonMoment,
  jsonNumber,
  jsonString,
  jsonValue,
} from '../json-cells.ts'

type Kind = readonly [ColumnType | null, CellEncoder]

const kinds: Readonly<Record<string, Kind>> = {
  ...{ INT: ['integer', jsonInteger], LONG: ['integer', jsonInteger] },
  ...{ FLOAT: ['float', jsonDouble], DOUBLE: ['float', jsonDouble], BIG_DECIMAL: ['float', jsonNumber] },
  BOOLEAN: ['boolean', jsonBoolean],
  TIMESTAMP: ['datetime', jsonMoment],
  ...{ STRING: ['string', jsonString], BYTES: ['string', jsonString], JSON: ['string', jsonString] },
}

/** The sink column of a type as an answer names it; lists and maps have no type. */
export function pinotColumn(name: string, dataType: string): SinkColumn {
  const [type, encode] = kinds[dataType] ?? [null, jsonValue]
  return { name, type, encode }
}
