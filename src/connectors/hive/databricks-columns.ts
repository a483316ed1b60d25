import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { encodeText } from '../encode-cell.ts'
import {
  jsonBoolean,
  jsonDate,
  jsonDouble,
  jsonForm,
  jsonInteger,
  jsonNumber,
  jsonString,
  jsonValue,
} from '../json-cells.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { jsonTextEncoder } from '../json-text.ts'
import { requireColumns } from '../result-limits.ts'

type Kind = readonly [ColumnType | null, CellEncoder]

const instant = /^([+-]?\d{4,6}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/

/** `2024-01-02T03:04:05.123456Z`, of which the milliseconds stay; `TIMESTAMP_NTZ` has no zone. */
const moment: CellEncoder = jsonForm('TIMESTAMP', (text) => {
  const found = instant.exec(text)
  if (found === null) return null
  const [, date = '', time, fraction, zone = ''] = found
  const milliseconds = fraction === undefined ? '' : `.${fraction.slice(0, 3).padEnd(3, '0')}`
  return `${date.replace(/^\+/, '')}T${time}${milliseconds}${zone === '+00:00' ? 'Z' : zone}`
})

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const bytes: CellEncoder = jsonForm('BINARY', (text) =>
  base64.test(text) ? Buffer.from(text, 'base64').toString('hex') : null,
)

const textAsJson = jsonTextEncoder(encodeText)

/** A text that is JSON. */
const nested: CellEncoder = (cell) => {
  const text = readString(cell as string)
  return text === null ? jsonValue(cell) : textAsJson(text)
}

const integer: Kind = ['integer', jsonInteger]
const double: Kind = ['float', jsonDouble]
const datetime: Kind = ['datetime', moment]
const inner: Kind = [null, nested]
const kinds: Readonly<Record<string, Kind>> = {
  ...{ TINYINT: integer, SMALLINT: integer, INT: integer, BIGINT: integer },
  // the same as the API names them
  ...{ BYTE: integer, SHORT: integer, LONG: integer },
  ...{ FLOAT: double, DOUBLE: double },
  ...{ BOOLEAN: ['boolean', jsonBoolean], DATE: ['date', jsonDate] },
  ...{ TIMESTAMP: datetime, TIMESTAMP_NTZ: datetime },
  BINARY: ['string', bytes],
  ...{ ARRAY: inner, MAP: inner, STRUCT: inner, VARIANT: inner },
  ...{ VOID: [null, jsonString], NULL: [null, jsonString] },
}

/** Columns of a manifest. None: the statement gave no result. */
export function databricksColumns(manifest: string): SinkColumn[] {
  const schema = cutObject(cutObject(manifest).get('schema') ?? '{}').get('columns') ?? '[]'
  const columns = cutList(schema).map((item) => columnOf(cutObject(item)))
  requireColumns(columns.map(({ name }) => name))
  return columns
}

function columnOf(members: ReadonlyMap<string, string>): SinkColumn {
  const [name = '', written = '', typeName = ''] = ['name', 'type_text', 'type_name'].map(
    (key) => readString(members.get(key) ?? '') ?? '',
  )
  // some types have a name only in the text
  const word = /^\w+/.exec(written)?.[0].toUpperCase() ?? ''
  const type = word in kinds || word === 'DECIMAL' ? word : typeName.toUpperCase()
  if (type === 'DECIMAL') {
    const scale = members.get('type_scale') ?? /,\s*(\d+)\s*\)/.exec(written)?.[1] ?? '0'
    return {
      name,
      type: Number(scale) > 0 ? 'float' : 'integer',
      encode: Number(scale) > 0 ? jsonNumber : jsonInteger,
    }
  }
  const [columnType, encode] = kinds[type] ?? (['string', jsonString] as const)
  return { name, type: columnType, encode }
}
