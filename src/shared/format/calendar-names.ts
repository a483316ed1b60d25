import { locale } from '../messages/translate.ts'

type Length = 'long' | 'short'

const known = new Map<string, readonly string[]>()

/** January first, in the language of the reader. */
export function monthNames(length: Length): readonly string[] {
  return names(`month ${length}`, { month: length }, 12, (month) => Date.UTC(2023, month, 1))
}

/** Sunday first, in the language of the reader. */
export function weekdayNames(length: Length): readonly string[] {
  // 1 January 2023 was a Sunday
  return names(`weekday ${length}`, { weekday: length }, 7, (day) => Date.UTC(2023, 0, 1 + day))
}

function names(
  key: string,
  options: Intl.DateTimeFormatOptions,
  count: number,
  dateOf: (index: number) => number,
): readonly string[] {
  let found = known.get(key)
  if (!found) {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })
    found = Array.from({ length: count }, (_, index) => format.format(dateOf(index)))
    known.set(key, found)
  }
  return found
}
