/** What the format of a cell makes of its number. */
export type NumberKind = 'number' | 'date' | 'datetime' | 'time'

/** The formats that every workbook has without saying so, as far as they show times. */
const builtIn: readonly (readonly [from: number, to: number, kind: NumberKind])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'datetime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 47, 'time'],
  [50, 58, 'date'],
]

export function builtInKind(id: number): NumberKind {
  return builtIn.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number'
}

/** `yyyy-mm-dd hh:mm`; what stands in quotes, in brackets or after a backslash is no part of the time. */
export function kindOfCode(code: string): NumberKind {
  const [positive = ''] = code.split(';')
  const signs = positive
    .replace(/"[^"]*"|\\.|_./g, '')
    .replace(/\[([hms]+)\]/gi, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .toLowerCase()
  if (/general|0|#|\?/.test(signs.replace(/s[.,]0+/g, 's'))) return 'number'
  const hasTime = /[hs]/.test(signs)
  const hasDay = /[yd]/.test(signs) || (signs.includes('m') && !hasTime)
  if (hasDay) return hasTime ? 'datetime' : 'date'
  return hasTime ? 'time' : 'number'
}

const dayMilliseconds = 86_400_000
/** Day 0 of each system; that of 1900 has a 29th of February 1900, which is day 60. */
const firstDay = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
/** The last day of the calendar of spreadsheets: 9999-12-31. */
const lastSerial = 2_958_466

function timeOfDay(serial: number): string {
  const seconds = Math.round(serial * 86_400)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** The text of a number that is a time; null: it is none, and stays a number. */
export function textOfSerial(serial: number, kind: NumberKind, has1904: boolean): string | null {
  if (kind === 'number' || !(serial >= 0 && serial < lastSerial)) return null
  // also a duration, which may have more than a day
  if (kind === 'time') return timeOfDay(serial)
  const hasMissingDay = !has1904 && serial < 60
  const day = serial + (hasMissingDay ? 1 : 0)
  const at = new Date(firstDay[has1904 ? 1904 : 1900] + Math.round(day * dayMilliseconds))
  const [date = '', time = ''] = at.toISOString().replace('Z', '').replace('.000', '').split('T')
  return kind === 'date' && Number.isInteger(serial) ? date : `${date}T${time}`
}
