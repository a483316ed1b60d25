const moment = /^(-?\d{4,5}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))? (\S+)$/

/**
 * An instant as Trino prints it, `2024-01-02 03:04:05.123 Europe/Berlin`, as ISO 8601 in UTC; null for what is none. Times that
 * a zone has twice are the earlier ones.
 */
export function inUtc(text: string): string | null {
  const [, date, time, fraction = '', zone = ''] = moment.exec(text) ?? []
  if (date === undefined) return null
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const local = Date.parse(`${date}T${time}.${milliseconds}Z`)
  // years that JavaScript does not parse stay as they are
  if (Number.isNaN(local)) return `${date}T${time}.${milliseconds}`
  const offset = offsetAt(local, zone)
  return offset === null ? null : new Date(local - offset).toISOString()
}

/** Milliseconds that a zone is ahead of UTC at a local time. */
function offsetAt(local: number, zone: string): number | null {
  if (zone === 'UTC' || zone === 'Z') return 0
  const [, sign, hours, minutes] = /^(?:UTC|GMT)?([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const format = formatOf(zone)
  if (format === null) return null
  const guess = aheadAt(local, format)
  const earlier = aheadAt(local - guess, format)
  return aheadAt(local - earlier, format)
}

const formats = new Map<string, Intl.DateTimeFormat | null>()
const maxFormats = 1000

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  let format: Intl.DateTimeFormat | null = null
  try {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', era: 'short' },
      ...{
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      },
    })
  } catch {}
  if (formats.size >= maxFormats) formats.clear()
  formats.set(timeZone, format)
  return format
}

function aheadAt(instant: number, format: Intl.DateTimeFormat): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const number = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name))
  const year = parts.get('era') === 'BC' ? 1 - number('year') : number('year')
  const local = new Date(0)
  local.setUTCFullYear(year, number('month') - 1, number('day'))
  local.setUTCHours(number('hour'), number('minute'), number('second'))
  return local.getTime() - Math.floor(instant / 1000) * 1000
}
