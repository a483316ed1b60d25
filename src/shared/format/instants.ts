/** A moment in time as the fields that a clock of its zone shows. */
export interface Instant {
  year: number
  /** 1-12 */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** digits after the decimal point of the seconds as given, possibly more than three */
  fraction: string
  /** offset of the shown zone, in minutes east of UTC */
  offset: number
  /** epoch milliseconds */
  epoch: number
  utc: boolean
}

const isoText =
  /^([+-]\d{6}|\d{4})-(\d{2})(?:-(\d{2})(?:(?:T| )(\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?$/
const basicText =
  /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(?:(\d{2})(?:(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/
const ordinalText = /^(\d{4})-?(\d{3})$/
const weekText = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/
const yearText = /^(\d{4})$/
const mailText =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s)?(\d{1,2})\s(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s(\d{2,4})\s(\d{2}):(\d{2})(?::(\d{2}))?\s(UT|GMT|Z|[ECMP][SD]T|[+-]\d{4})$/

const dayLength = 86_400_000
const monthNames = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const mailZones: Record<string, number> = {
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
}

/**
 * Reads text in ISO 8601 or RFC 2822 (docs/reference/visualizations.md#date-formats) as an instant in UTC; UTC is also
 * the default zone. `undefined` if it is neither or not a valid date.
 */
export function parseInstant(text: string): Instant | undefined {
  const iso = isoText.exec(text) ?? basicText.exec(text)
  if (iso) {
    return utcInstant(
      Number(iso[1]),
      Number(iso[2]),
      Number(iso[3] ?? 1),
      Number(iso[4] ?? 0),
      Number(iso[5] ?? 0),
      Number(iso[6] ?? 0),
      iso[7] ?? '',
      offsetMinutes(iso[8]),
    )
  }
  return text.length <= 10 ? parseRareDate(text) : parseMailDate(text)
}

function parseRareDate(text: string): Instant | undefined {
  const year = yearText.exec(text)
  if (year) return utcInstant(Number(year[1]), 1, 1, 0, 0, 0, '', 0)
  const ordinal = ordinalText.exec(text)
  if (ordinal) {
    const days = Number(ordinal[2])
    const start = epochOf(Number(ordinal[1]), 1, 1)
    const instant = instantInUtc(start + (days - 1) * dayLength)
    return days > 0 && instant.year === Number(ordinal[1]) ? instant : undefined
  }
  const week = weekText.exec(text)
  if (!week || Number(week[2]) < 1 || Number(week[2]) > 53) return undefined
  const fourth = epochOf(Number(week[1]), 1, 4)
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayLength
  return instantInUtc(monday + ((Number(week[2]) - 1) * 7 + Number(week[3] ?? 1) - 1) * dayLength)
}

function parseMailDate(text: string): Instant | undefined {
  const mail = mailText.exec(text)
  if (!mail) return undefined
  const digits = mail[3] ?? ''
  const year = digits.length > 2 ? Number(digits) : Number(digits) + (Number(digits) < 50 ? 2000 : 1900)
  const month = monthNames.indexOf(mail[2] ?? '') / 3 + 1
  const zone = mail[7] ?? ''
  const offset = mailZones[zone] ?? (/\d/.test(zone) ? offsetMinutes(zone) : 0)
  return utcInstant(
    year,
    month,
    Number(mail[1]),
    Number(mail[4]),
    Number(mail[5]),
    Number(mail[6] ?? 0),
    '',
    offset,
  )
}

function offsetMinutes(zone: string | undefined): number {
  if (!zone || zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.length > 3 ? zone.slice(-2) : 0)
  return zone.startsWith('-') ? -minutes : minutes
}

/** Epoch milliseconds of midnight UTC in the proleptic Gregorian calendar, also for the years 0-99. */
function epochOf(year: number, month: number, day: number): number {
  // counting years from March puts the leap day at the end
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return (era * 146_097 + dayOfEra - 719_468) * dayLength
}

function utcInstant(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  fraction: string,
  offset: number,
): Instant | undefined {
  const atMidnight = hour === 24 && minute === 0 && second === 0
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  if ((hour > 23 && !atMidnight) || minute > 59 || second > 59) return undefined
  const milliseconds = fraction === '' ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'))
  const epoch =
    epochOf(year, month, day) + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds
  if (offset !== 0 || atMidnight) return { ...instantInUtc(epoch), fraction }
  return { year, month, day, hour, minute, second, fraction, offset: 0, epoch, utc: true }
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

export function instantInUtc(epoch: number): Instant {
  const date = new Date(epoch)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    fraction: String(date.getUTCMilliseconds()).padStart(3, '0'),
    offset: 0,
    epoch,
    utc: true,
  }
}

/** The same in the local zone: for epoch numbers, which print in local time. */
export function instantInLocalZone(epoch: number): Instant {
  const offset = -new Date(epoch).getTimezoneOffset()
  return { ...instantInUtc(epoch + offset * 60_000), epoch, offset, utc: false }
}
