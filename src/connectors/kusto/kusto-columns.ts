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
import { cutObject, readString } from '../json-cut.ts'

type Kind = readonly [ColumnType | null, CellEncoder]

const integer: Kind = ['integer', jsonInteger]
const boolean: Kind = ['boolean', jsonBoolean]
const moment: Kind = ['datetime', jsonMoment]

/** By the name of the language, and by that of .NET, which older answers have alone. */
const kinds: Readonly<Record<string, Kind>> = {
  ...{ bool: boolean, boolean, sbyte: boolean, datetime: moment, date: moment },
  ...{ int: integer, int32: integer, long: integer, int64: integer },
  ...{ real: ['float', jsonDouble], double: ['float', jsonDouble] },
  ...{ decimal: ['float', jsonNumber], sqldecimal: ['float', jsonNumber] },
  ...{ dynamic: [null, jsonValue], object: [null, jsonValue] },
}

/** The sink column of an item of `Columns`. */
export function kustoColumn(json: string): SinkColumn {
  const members = cutObject(json)
  const typeName = readString(members.get('ColumnType') ?? members.get('DataType') ?? '') ?? ''
  const [type, encode] = kinds[typeName.toLowerCase()] ?? ['string', jsonString]
  return { name: readString(members.get('ColumnName') ?? '') ?? '', type, encode }
}
