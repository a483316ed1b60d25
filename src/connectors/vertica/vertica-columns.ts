import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { encodeDouble, encodeInteger, encodeNumber, encodeText, refuseCell } from '../encode-cell.ts'
import { encodeInstant, encodeTime } from '../printed-times.ts'
import type { VerticaField } from './vertica-wire.ts'

const encodeBoolean: CellEncoder = (cell) => {
  if (cell === 't') return 'true'
  return cell === 'f' ? 'false' : refuseCell(String(cell), 'boolean')
}

const escaped = /\\(?:\\|x([0-9a-f]{2})|([0-3][0-7]{2}))/gi

/** Bytes come as text, in which those that cannot be shown are `\ooo`, `\xhh` or `\\`: hexadecimal. */
const encodeBytes: CellEncoder = (cell) => {
  const text = String(cell)
  const bytes = text.replace(escaped, (_, hex?: string, octal?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return octal === undefined ? '\\' : String.fromCharCode(Number.parseInt(octal, 8))
  })
  return `"${Buffer.from(bytes, 'latin1').toString('hex')}"`
}

type Kind = readonly [ColumnType, CellEncoder]
const bytes: Kind = ['string', encodeBytes]

/** By the numbers that Vertica gives its types; times of a day and intervals are texts, as they are no instants. */
const kinds: Readonly<Record<number, Kind>> = {
  5: ['boolean', encodeBoolean],
  6: ['integer', encodeInteger],
  7: ['float', encodeDouble],
  10: ['date', encodeText],
  11: ['string', encodeTime],
  12: ['datetime', encodeInstant],
  13: ['datetime', encodeInstant],
  15: ['string', encodeTime],
  16: ['float', encodeNumber],
  17: bytes,
  116: bytes,
  117: bytes,
}

export function verticaColumn({ name, type }: VerticaField): SinkColumn {
  const [shown, encode] = kinds[type] ?? ['string', encodeText]
  return { name, type: shown, encode }
}
