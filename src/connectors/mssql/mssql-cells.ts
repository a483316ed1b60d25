import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import {
  encodeBytes,
  encodeFloat32,
  encodeInteger,
  encodeText,
  encodeValue,
  refuseCell,
} from '../encode-cell.ts'

/** What the driver tells of a column. */
interface ColumnMetadata {
  colName: string
  type: { name: string }
  dataLength?: number | undefined
}

/** The API type of a column and the encoder for what the driver and `readExactly` return. */
export function mssqlColumn({ colName, type, dataLength }: ColumnMetadata): SinkColumn {
  const isReal = type.name === 'Real' || (type.name === 'FloatN' && dataLength === 4)
  const [columnType, encode] = isReal ? real : (kinds[type.name] ?? string)
  // as the vendor's own tools call it
  return { name: colName || '(No column name)', type: columnType, encode }
}

type Kind = readonly [ColumnType | null, CellEncoder]

const plainDecimal = /^-?\d+(?:\.\d+)?$/

const encodeDecimal: CellEncoder = (cell) =>
  plainDecimal.test(cell as string) ? (cell as string) : refuseCell(String(cell), 'decimal')

/** GUIDs, texts and bytes come as what they are; a variant may be any of the others too. */
const encodeAny: CellEncoder = (cell) => (typeof cell === 'string' ? encodeText(cell) : encodeValue(cell))

const integer: Kind = ['integer', encodeInteger]
const decimal: Kind = ['float', encodeDecimal]
const real: Kind = ['float', encodeFloat32]
const float: Kind = ['float', encodeValue]
const boolean: Kind = ['boolean', encodeValue]
const moment: Kind = ['datetime', encodeText]
const string: Kind = ['string', encodeBytes]

const kinds: Readonly<Record<string, Kind>> = {
  ...{ TinyInt: integer, SmallInt: integer, Int: integer, BigInt: integer, IntN: integer },
  ...{ NumericN: decimal, DecimalN: decimal, SmallMoney: decimal, Money: decimal, MoneyN: decimal },
  ...{ Float: float, FloatN: float, Bit: boolean, BitN: boolean },
  ...{
    SmallDateTime: moment,
    DateTime: moment,
    DateTimeN: moment,
    DateTime2: moment,
    DateTimeOffset: moment,
  },
  ...{ Date: ['date', encodeText], Variant: [null, encodeAny] },
}

/** Estimates the JSON size of a row; bytes count twice, because they become hexadecimal digits. */
export function lengthOf(row: readonly unknown[]): number {
  let length = 0
  for (const cell of row) {
    if (typeof cell === 'string') length += cell.length
    else if (cell instanceof Uint8Array) length += cell.length * 2
    else length += 8
  }
  return length
}
