const dayMilliseconds = 86_400_000
const dayLength = 10
const [zero, hyphen, colon, point, letterT, letterZ, plus] = [0x30, 0x2d, 0x3a, 0x2e, 0x54, 0x5a, 0x2b]

/** Days since 1970 of `2026-01-31`; null: no such day. */
export function readDay(bytes: Uint8Array, start: number, end: number): number | null {
  if (end - start !== dayLength) return null
  const milliseconds = dayAt(bytes, start)
  return milliseconds === null ? null : milliseconds / dayMilliseconds
}

/** `2026-01-31T23:59:58.123Z`, with up to six digits of a second, and with or without a zone. */
export function readInstant(
  bytes: Uint8Array,
  start: number,
  end: number,
): { micros: bigint; isZoned: boolean } | null {
  const day = dayAt(bytes, start)
  const at = start + dayLength
  if (day === null || bytes[at] !== letterT || bytes[at + 3] !== colon || bytes[at + 6] !== colon) return null
  const hours = digitsAt(bytes, at + 1, 2)
  const minutes = digitsAt(bytes, at + 4, 2)
  const seconds = digitsAt(bytes, at + 7, 2)
  if (hours === null || minutes === null || seconds === null) return null
  if (hours > 23 || minutes > 59 || seconds > 59) return null
  let next = at + 9
  let fraction = 0
  if (bytes[next] === point) {
    let unit = 100_000
    for (next++; isDigit(bytes[next]); next++) {
      if (unit < 1) return null
      fraction += ((bytes[next] as number) - zero) * unit
      unit /= 10
    }
  }
  const zone = next === end ? 0 : zoneAt(bytes, next, end)
  if (zone === null || next > end) return null
  const milliseconds = day + ((hours * 60 + minutes - zone) * 60 + seconds) * 1000
  return { micros: BigInt(milliseconds) * 1000n + BigInt(Math.round(fraction)), isZoned: next < end }
}

/** Milliseconds since 1970 of the day that is written here. */
function dayAt(bytes: Uint8Array, start: number): number | null {
  if (bytes[start + 4] !== hyphen || bytes[start + 7] !== hyphen) return null
  const year = digitsAt(bytes, start, 4)
  const month = digitsAt(bytes, start + 5, 2)
  const day = digitsAt(bytes, start + 8, 2)
  // Date.UTC takes years below 100 for those of the 20th century
  if (year === null || year < 100 || month === null || day === null) return null
  const time = Date.UTC(year, month - 1, day)
  const isDay = new Date(time).getUTCDate() === day && month >= 1 && month <= 12
  return isDay ? time : null
}

/** Minutes east of Greenwich of `Z`, `+02`, `+02:00` and `-0330`. */
function zoneAt(bytes: Uint8Array, start: number, end: number): number | null {
  if (bytes[start] === letterZ) return end === start + 1 ? 0 : null
  const sign = bytes[start] === plus ? 1 : bytes[start] === hyphen ? -1 : null
  const hours = digitsAt(bytes, start + 1, 2)
  if (sign === null || hours === null) return null
  if (end === start + 3) return sign * hours * 60
  const minutesAt = bytes[start + 3] === colon ? start + 4 : start + 3
  const minutes = digitsAt(bytes, minutesAt, 2)
  return minutes === null || end !== minutesAt + 2 ? null : sign * (hours * 60 + minutes)
}

function digitsAt(bytes: Uint8Array, start: number, count: number): number | null {
  let value = 0
  for (let at = start; at < start + count; at++) {
    if (!isDigit(bytes[at])) return null
    value = value * 10 + (bytes[at] as number) - zero
  }
  return value
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= zero + 9
}
