import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { refuseCell } from '../encode-cell.ts'
import {
  jsonBoolean,
  jsonDate,
  jsonDouble,
  jsonInteger,
  jsonMoment,
  jsonNumber,
  jsonString,
} from '../json-cells.ts'
import { cutObject, readString } from '../json-cut.ts'

type Kind = readonly [ColumnType, CellEncoder]

/** The session is in UTC, and the server writes no zone. */
const jsonInstant: CellEncoder = (cell) => {
  const json = jsonMoment(cell)
  return json.endsWith('Z"') ? json : `${json.slice(0, -1)}Z"`
}
const jsonText: CellEncoder = (cell) =>
  (cell as string).startsWith('"') ? jsonString(cell) : refuseCell(cell as string, 'string')

const string: Kind = ['string', jsonText]
const kinds: Readonly<Record<string, Kind>> = {
  ...{ BOOLEAN: ['boolean', jsonBoolean], DOUBLE: ['float', jsonDouble], DATE: ['date', jsonDate] },
  ...{ TIMESTAMP: ['datetime', jsonMoment], 'TIMESTAMP WITH LOCAL TIME ZONE': ['datetime', jsonInstant] },
}

const membersOfColumn = 30

/** A column as the server describes it. */
export function exasolColumn(json: string): SinkColumn {
  const column = cutObject(json, membersOfColumn)
  const type = cutObject(column.get('dataType') ?? '{}', membersOfColumn)
  const [columnType, encode] = kindOf(readString(type.get('type') ?? '') ?? '', type.get('scale') ?? '0')
  return { name: readString(column.get('name') ?? '') ?? '', type: columnType, encode }
}

function kindOf(type: string, scale: string): Kind {
  if (type === 'DECIMAL') return scale === '0' ? ['integer', jsonInteger] : ['float', jsonNumber]
  return kinds[type] ?? string
}
