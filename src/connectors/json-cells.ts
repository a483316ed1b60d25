import type { CellEncoder } from './connector.ts'
import { encodeDouble, encodeInteger, encodeNumber, encodeText, refuseCell } from './encode-cell.ts'
import { readString } from './json-cut.ts'
import { jsonTextEncoder } from './json-text.ts'

/**
 * Encoders of cells that are JSON texts already, as `cutList` gives them. Each checks that the text is what its column
 * says, as the server is not trusted.
 */

/** Where a server sends what may as well be a string: `"12"` for 12. */
function unquoted(json: string): string {
  return json.charCodeAt(0) === 0x22 ? (readString(json) ?? json) : json
}

export const jsonInteger: CellEncoder = (cell) => encodeInteger(unquoted(cell as string))
/** Any digits: decimals. */
export const jsonNumber: CellEncoder = (cell) => encodeNumber(unquoted(cell as string))
export const jsonDouble: CellEncoder = (cell) => encodeDouble(unquoted(cell as string))

export const jsonBoolean: CellEncoder = (cell) => {
  const text = unquoted(cell as string)
  if (text === 'true' || text === '1') return 'true'
  return text === 'false' || text === '0' ? 'false' : refuseCell(text, 'boolean')
}

/** Control characters and backslashes: a string with them has to be read to know whether it is one. */
const needsReading = /[\\\p{Cc}]/u

/** A string unchanged; anything else as JSON text. */
export const jsonString: CellEncoder = (cell) => {
  const json = cell as string
  const isPlain = json.length >= 2 && json.charCodeAt(0) === 0x22 && json.indexOf('"', 1) === json.length - 1
  if (isPlain && !needsReading.test(json)) return json
  const value = readString(json)
  return encodeText(value ?? json)
}

/** Lists, objects and other values of no type of ours. */
export const jsonValue: CellEncoder = jsonTextEncoder((text) => refuseCell(text, 'JSON'))

/** A string that `change` writes in another form; null: it has not the expected one. */
export function jsonForm(type: string, change: (text: string) => string | null): CellEncoder {
  return (cell) => {
    const text = unquoted(cell as string)
    const changed = change(text)
    return changed === null ? refuseCell(text, type) : encodeText(changed)
  }
}

const moment = /^(\d{4,5}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))? ?(Z|UTC|[+-]\d\d:?\d\d)?$/

/** `2024-01-02 03:04:05.123456` becomes `2024-01-02T03:04:05.123`; a zone of UTC is written `Z`, another stays. */
export const jsonMoment: CellEncoder = jsonForm('datetime', (text) => {
  const found = moment.exec(text)
  if (found === null) return null
  const [, date, time, fraction, zone = ''] = found
  const milliseconds = fraction === undefined ? '' : `.${fraction.slice(0, 3).padEnd(3, '0')}`
  return `${date}T${time}${milliseconds}${zone === 'UTC' || zone === '+00:00' ? 'Z' : zone}`
})

export const jsonDate: CellEncoder = jsonForm('date', (text) =>
  /^-?\d{4,5}-\d\d-\d\d$/.test(text) ? text : null,
)
