import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { encodeText, refuseCell } from '../encode-cell.ts'
import {
  jsonBoolean,
  jsonDouble,
  jsonForm,
  jsonInteger,
  jsonNumber,
  jsonString,
  jsonValue,
} from '../json-cells.ts'
import { cutObject, readString } from '../json-cut.ts'

type Kind = readonly [ColumnType | null, CellEncoder]

const dayMilliseconds = 86_400_000

/** Days since 1970. */
const date = jsonForm('DATE', (text) =>
  /^-?\d{1,7}$/.test(text) ? isoOf(Number(text) * dayMilliseconds, 'day') : null,
)

/** Seconds of the day, with a fraction. */
const time = jsonForm('TIME', (text) => {
  const [, seconds = '', fraction = ''] = /^(\d{1,5})(?:\.(\d{1,9}))?$/.exec(text) ?? []
  if (seconds === '' || Number(seconds) >= 86_400) return null
  const iso = new Date(Number(seconds) * 1000).toISOString().slice(11, 19)
  return /^0*$/.test(fraction) ? iso : `${iso}.${fraction.slice(0, 3).padEnd(3, '0')}`
})

/** `1704164645.123456789`: seconds since 1970; with a zone ` 1440` and its minutes behind them. */
function moment(hasZone: boolean): CellEncoder {
  return jsonForm('TIMESTAMP', (text) => {
    const [, sign = '', seconds, fraction = ''] =
      /^(-?)(\d{1,13})(?:\.(\d{1,9}))?(?: \d{1,4})?$/.exec(text) ?? []
    if (seconds === undefined) return null
    const nanos = BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'))
    return isoOf(flooredMillionth(sign === '-' ? -nanos : nanos), hasZone ? 'instant' : 'local')
  })
}

function flooredMillionth(nanos: bigint): number {
  const rest = ((nanos % 1_000_000n) + 1_000_000n) % 1_000_000n
  return Number((nanos - rest) / 1_000_000n)
}

function isoOf(milliseconds: number, form: 'day' | 'local' | 'instant'): string | null {
  const found = new Date(milliseconds)
  if (Number.isNaN(found.getTime())) return null
  const iso = found.toISOString()
  if (form === 'day') return iso.slice(0, iso.indexOf('T'))
  return form === 'local' ? iso.slice(0, -1) : iso
}

const bytes: CellEncoder = jsonForm('BINARY', (text) =>
  /^(?:[\da-f]{2})*$/i.test(text) ? text.toLowerCase() : null,
)

/** A text that holds a value of JSON; lists may also hold `undefined`, which JSON lacks. */
const document: CellEncoder = (cell) => {
  const text = readString(cell as string)
  if (text === null) return refuseCell(cell as string, 'VARIANT')
  try {
    return jsonValue(text)
  } catch {
    return encodeText(text)
  }
}

const decimal = (scale: number): CellEncoder => {
  const digits = new RegExp(`^-?\\d+\\.\\d{${scale}}$`)
  return (cell) => {
    const text = readString(cell as string) ?? (cell as string)
    // a number without its point would be another one
    return digits.test(text)
      ? jsonNumber(text.replace(/^(-?)0+(?=\d)/, '$1'))
      : refuseCell(text, `NUMBER(38, ${scale})`)
  }
}

const double: Kind = ['float', jsonDouble]
const instant: Kind = ['datetime', moment(true)]
const variant: Kind = [null, document]
const kinds: Readonly<Record<string, Kind>> = {
  ...{
    real: double,
    float: double,
    double,
    decfloat: ['float', jsonNumber],
    boolean: ['boolean', jsonBoolean],
  },
  ...{
    text: ['string', jsonString],
    date: ['date', date],
    time: ['string', time],
    binary: ['string', bytes],
  },
  ...{ timestamp_ntz: ['datetime', moment(false)], timestamp_ltz: instant, timestamp_tz: instant },
  ...{ variant, object: variant, array: variant, map: variant, vector: variant },
}

/** The sink column of an item of `rowType`. */
export function snowflakeColumn(json: string, lowers: boolean): SinkColumn {
  const members = cutObject(json)
  const given = readString(members.get('name') ?? '') ?? ''
  const name = lowers ? given.toLowerCase() : given
  const typeName = (readString(members.get('type') ?? '') ?? '').toLowerCase()
  if (typeName === 'fixed' || typeName === 'number') {
    const scale = Number(members.get('scale') ?? '0')
    const isWhole = !(scale > 0 && scale <= 38)
    return { name, type: isWhole ? 'integer' : 'float', encode: isWhole ? jsonInteger : decimal(scale) }
  }
  const [type, encode] = kinds[typeName] ?? ['string', jsonString]
  return { name, type, encode }
}

/** `{"type": "FIXED", "precision": 10, "scale": 2}` as it is written in a statement: `NUMBER(10,2)`. */
export function writtenType(json: string): string {
  try {
    const members = cutObject(json)
    const type = readString(members.get('type') ?? '') ?? json
    const { length = 'null', precision, scale } = Object.fromEntries(members)
    if (type === 'FIXED') return `NUMBER(${precision ?? 38},${scale ?? 0})`
    if (type === 'TEXT') return length === 'null' ? 'VARCHAR' : `VARCHAR(${length})`
    if (type === 'REAL') return 'FLOAT'
    return /^TIME/.test(type) && scale !== undefined ? `${type}(${scale})` : type
  } catch {
    return json
  }
}
