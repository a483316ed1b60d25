const [zero, dash, colon, dot, plus, space, letterT, letterZ] = [
  0x30, 0x2d, 0x3a, 0x2e, 0x2b, 0x20, 0x54, 0x5a,
]

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
const dayLength = 86_400_000

/**
 * Milliseconds since 1970 of a text in bytes: `YYYY-MM-DD`, optionally with `HH:mm:ss`, a fraction (kept to
 * microseconds) and an offset. NaN for any other text, even if it may be a date. Without an offset it counts as UTC.
 */
export function isoEpoch(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 10 || bytes[start + 4] !== dash || bytes[start + 7] !== dash) return Number.NaN
  const year = number(bytes, start, 4)
  const month = number(bytes, start + 5, 2)
  const day = number(bytes, start + 8, 2)
  const date = epochOfDay(year, month, day)
  if (end - start === 10) return date
  const separator = bytes[start + 10]
  if (end - start < 19 || (separator !== letterT && separator !== space)) return Number.NaN
  if (bytes[start + 13] !== colon || bytes[start + 16] !== colon) return Number.NaN
  const hour = number(bytes, start + 11, 2)
  const minute = number(bytes, start + 14, 2)
  const second = number(bytes, start + 17, 2)
  if (!(hour < 24 && minute < 60 && second < 60)) return Number.NaN
  let at = start + 19
  let fraction = 0
  if (bytes[at] === dot) {
    const first = ++at
    for (let unit = 100; at < end && isDigit(bytes[at]); at++, unit /= 10) {
      if (at - first < 6) fraction += ((bytes[at] as number) - zero) * unit
    }
    if (at === first || at - first > 9) return Number.NaN
  }
  const whole = date + ((hour * 60 + minute) * 60 + second) * 1000
  // thousandths of a millisecond, without the rounding error of the sum above
  return whole - offset(bytes, at, end) + Math.round(fraction * 1000) / 1000
}

/** Milliseconds of `Z`, `+HH`, `+HHmm` or `+HH:mm`; 0 at the end of the text. */
function offset(bytes: Uint8Array, start: number, end: number): number {
  if (start === end || (bytes[start] === letterZ && start + 1 === end)) return 0
  const sign = bytes[start] === plus ? 1 : bytes[start] === dash ? -1 : Number.NaN
  const length = end - start
  const minutesAt = length === 6 && bytes[start + 3] === colon ? start + 4 : start + 3
  if (length !== 3 && length !== 5 && !(length === 6 && minutesAt === start + 4)) return Number.NaN
  const minutes = length === 3 ? 0 : number(bytes, minutesAt, 2)
  return sign * (number(bytes, start + 1, 2) * 60 + minutes) * 60_000
}

function epochOfDay(year: number, month: number, day: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const length =
    month === 2 ? (isLeap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= length)) return Number.NaN
  const before = year - 1
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400)
  const dayOfYear = (daysBefore[month - 1] as number) + (isLeap && month > 2 ? 1 : 0) + day - 1
  return (before * 365 + leapDays - 719_162 + dayOfYear) * dayLength
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= 0x39
}

/** NaN unless all are digits. */
function number(bytes: Uint8Array, start: number, count: number): number {
  let value = 0
  for (let at = start; at < start + count; at++) {
    if (!isDigit(bytes[at])) return Number.NaN
    value = value * 10 + (bytes[at] as number) - zero
  }
  return value
}
