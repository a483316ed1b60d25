import type { CellEncoder } from './connector.ts'
import { encodeText } from './encode-cell.ts'

const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d\d(?::\d\d){0,2})?$/

/**
 * `2024-01-02 03:04:05.123456+00` -> `2024-01-02T03:04:05.123Z`: cut to milliseconds, with the session's offset.
 * `infinity` and years before 1 or after 9999 stay as printed. Parsed by character, because a pattern with groups takes
 * four times as long, and results are full of timestamps.
 */
export const encodeInstant: CellEncoder = (cell) => {
  const text = cell as string
  if (!instant.test(text)) return encodeText(text)
  let end = secondsEnd
  if (text[end] === '.') {
    do end++
    while (end < text.length && isDigit(text.charCodeAt(end)))
  }
  const fraction = end === secondsEnd ? '' : milliseconds(text.slice(secondsEnd, end))
  return `"${text.slice(0, 10)}T${text.slice(11, secondsEnd)}${fraction}${zone(text, end)}"`
}

/** length of `2024-01-02 03:04:05` */
const secondsEnd = 19

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function milliseconds(fraction: string | undefined): string {
  return fraction === undefined ? '' : fraction.slice(0, 4).padEnd(4, '0')
}

function zone(text: string, from: number): string {
  switch (text.length - from) {
    case 0:
      return ''
    case 3:
      return text.endsWith('+00') ? 'Z' : `${text.slice(from)}:00`
    default:
      return text.slice(from)
  }
}

const timeOfDay = /^(\d\d:\d\d:\d\d)(\.\d+)?([+-][\d:]+)?$/

/** `03:04:05.123456+02` -> `03:04:05.123+02`. */
export const encodeTime: CellEncoder = (cell) => {
  const match = timeOfDay.exec(cell as string)
  return match === null ? encodeText(cell) : `"${match[1]}${milliseconds(match[2])}${match[3] ?? ''}"`
}
